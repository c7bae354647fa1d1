import type { ServiceClient } from "../session/client.ts";
import type { CallOptions } from "../session.ts";
import { parseTimestamp } from "../formats/timestamp.ts";
import type { PaginatedResponse } from "../types/page.ts";
import type { ServicePlaylist } from "../types/playlist.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { ServiceTrack } from "../types/track.ts";
import type { ServiceUser } from "../types/user.ts";
import type { Metric } from "./schema.ts";

/** What is used of a client. */
export type InsightsClient = Pick<ServiceClient, "me" | "users" | "tracks" | "paginate">;

/** A thing with its counts, as SoundCloud shows it. */
export interface Item {
  readonly urn: string;
  readonly kind: "track" | "playlist" | "user";
  readonly title: string;
  /** Null for private things, whose URL contains their secret. */
  readonly url: string | null;
  /** When it was made, in seconds since 1970. */
  readonly created: number | null;
  readonly isPrivate: boolean;
  readonly counts: Readonly<Partial<Record<Metric, number | null>>>;
}

/** Whose numbers are read. */
export interface Source {
  /** The signed-in account, a public user or a single track. */
  readonly kind: "me" | "user" | "track";
  /** Its URN. */
  readonly urn: string;
  /** The name of the user or the track. */
  readonly title: string;
}

/** A page of a list, or the profile. */
export interface ReadPage {
  readonly list: "profile" | "tracks" | "playlists";
  readonly items: readonly Item[];
  /** The link to the next page of the list; null at its end. */
  readonly next: string | null;
  /** Whether the list was cut. */
  readonly isCut: boolean;
}

/** Items per page: the most that SoundCloud allows. */
const PAGE_SIZE = 200;
const ALL_ACCESS = ["playable", "preview", "blocked"] as const;
/** Empty pages in a row that end a list: hidden items leave empty pages. */
const MAX_EMPTY_PAGES = 50;

/** The time of SoundCloud, and what reads it. */
export interface ServiceClock {
  /** In seconds since 1970, by the first response; undefined before it. */
  at?: number;
  /** How much the clock of this machine is ahead, in milliseconds. */
  offsetMs: number;
  readonly call: Pick<CallOptions, "signal" | "onResponse">;
}

/** Makes the options of the first call, which read the `Date` header. */
export function serviceClock(signal: AbortSignal | undefined): ServiceClock {
  const onResponse: CallOptions["onResponse"] = ({ headers }) => {
    const time = Date.parse(headers.get("date") ?? "");
    const now = Date.now();
    clock.at ??= Math.floor((Number.isNaN(time) ? now : time) / 1000);
    if (!Number.isNaN(time)) clock.offsetMs = now - time;
  };
  const clock: ServiceClock = { offsetMs: 0, call: { signal, onResponse } };
  return clock;
}

/** Reads the profile. */
export async function readProfile(
  client: InsightsClient,
  user: ResourceId | undefined,
  clock: ServiceClock,
): Promise<{ source: Source; item: Item }> {
  const profile = user === undefined ? await client.me.getMe(clock.call) : await client.users.getUser(user, clock.call);
  const source = { kind: user === undefined ? "me" : "user", urn: profile.urn, title: profile.username } as const;
  return { source, item: userItem(profile) };
}

/** Reads a list of the source, from its start or from a link. */
export async function* readList(
  client: InsightsClient,
  { kind, urn }: Source,
  list: "tracks" | "playlists",
  from: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<ReadPage, void, undefined> {
  type Page = PaginatedResponse<ServiceTrack | ServicePlaylist>;
  const { me, users } = client;
  const first = (): Promise<Page> => {
    if (list === "playlists") {
      const options = { signal, showTracks: false };
      return kind === "me" ? me.getPlaylists(PAGE_SIZE, options) : users.getPlaylists(urn, PAGE_SIZE, options);
    }
    const options = { signal, access: ALL_ACCESS };
    return kind === "me" ? me.getTracks(PAGE_SIZE, { signal }) : users.getTracks(urn, PAGE_SIZE, options);
  };
  let isCut = false;
  const start = from === undefined ? first() : { collection: [], next_href: from };
  const onTruncated = () => isCut = true;
  for await (
    const page of client.paginate(start as Promise<Page>, { signal, maxEmptyPages: MAX_EMPTY_PAGES, onTruncated })
  ) {
    const { collection, next_href } = page;
    const items = collection.map((each) =>
      list === "tracks" ? trackItem(each as ServiceTrack) : playlistItem(each as ServicePlaylist)
    );
    if (collection.length > 0 || !next_href || isCut) yield { list, items, next: next_href ?? null, isCut };
  }
}

/** Reads single tracks, up to 200. Those that are gone are left out. */
export async function readTracks(
  client: InsightsClient,
  ids: readonly ResourceId[],
  call: Pick<CallOptions, "signal" | "onResponse">,
): Promise<Item[]> {
  return (await client.tracks.getTracks(ids, call)).map(trackItem);
}

function userItem(user: ServiceUser): Item {
  return {
    ...{ urn: user.urn, kind: "user", title: user.username, url: user.permalink_url, created: null, isPrivate: false },
    counts: {
      followers: count(user.followers_count),
      followings: count(user.followings_count),
      tracks: count(user.track_count),
      playlists: count(user.playlist_count),
    },
  };
}

function trackItem(track: ServiceTrack): Item {
  return item("track", track, {
    plays: count(track.playback_count),
    likes: count(track.favoritings_count),
    reposts: count(track.reposts_count),
    comments: count(track.comment_count),
    downloads: count(track.download_count),
  });
}

function playlistItem(playlist: ServicePlaylist): Item {
  return item("playlist", playlist, { likes: count(playlist.likes_count) });
}

function item(
  kind: "track" | "playlist",
  { urn, title, sharing, permalink_url, created_at }: ServiceTrack | ServicePlaylist,
  counts: Item["counts"],
): Item {
  const isPrivate = sharing === "private";
  const created = parseTimestamp(created_at)?.getTime();
  const url = isPrivate ? null : permalink_url ?? null;
  return {
    urn,
    kind,
    title,
    url,
    created: created === undefined ? null : Math.floor(created / 1000),
    isPrivate,
    counts,
  };
}

/** A count that is hidden, missing or no count is null. */
function count(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
