// The tracks for `play`: ids, the tracks of playlists, users and stations, the user's likes, history and feed, or a
// search. Each argument is resolved when its turn comes.
import type { ServiceTrack } from "@tonearm/client";
import { LARGEST_PAGE } from "../choices.ts";
import type { Context } from "../context.ts";
import { identify, isId, type Lookup, readIds, type ResourceKind, STATIONED, stationOf, trackOf } from "../ids.ts";
import type { PlayableTrack } from "./link.ts";

/** A track, or the reason why it is unavailable. */
export type Queued =
  | { readonly word: string; readonly track: PlayableTrack }
  | { readonly word: string; readonly error: unknown };

export interface QueueSettings {
  readonly search: boolean;
  readonly station?: boolean;
  readonly limit: number;
}

const OWN_LISTS = ["likes", "feed", "history"] as const;

const KINDS: readonly ResourceKind[] = ["tracks", "playlists", "users", "system-playlists"];

/** Returns the arguments, with `-` replaced by the ids from stdin, which can be read only once. */
export async function readWords(
  context: Context,
  words: readonly string[],
  { search, station = false }: Omit<QueueSettings, "limit">,
): Promise<readonly string[]> {
  return search || !words.includes("-") ? words : await readIds(context, words, station ? STATIONED : KINDS);
}

/** Resolves the arguments to tracks. All ids are checked before the first request. */
export async function queueOf(
  context: Context,
  words: readonly string[],
  { search, station = false, limit }: QueueSettings,
): Promise<AsyncGenerator<Queued>> {
  const own = !search && !station && words.length === 1 ? OWN_LISTS.find((name) => name === words[0]) : undefined;
  if (own) return queued(cut(context, ownList(context, own, limit), limit));
  if (!station && (search || !words.some(isId))) {
    return queued(cut(context, found(context, words.join(" "), limit), limit));
  }
  const ids = await readIds(context, words, station ? STATIONED : KINDS);
  return named(context, ids, { station, limit });
}

async function* queued(tracks: AsyncIterable<PlayableTrack>): AsyncGenerator<Queued> {
  for await (const track of tracks) yield { word: track.urn, track };
}

async function* cut(
  context: Context,
  tracks: AsyncIterable<PlayableTrack>,
  limit: number,
): AsyncGenerator<PlayableTrack> {
  let count = 0;
  for await (const track of tracks) {
    if (count++ >= limit) return await context.noteCut(limit, "use --limit");
    yield track;
  }
}

async function* found(context: Context, query: string, limit: number): AsyncGenerator<ServiceTrack> {
  const { client } = await context.connect();
  const first = client.search.tracks(query, 0, { limit: Math.min(limit, LARGEST_PAGE), ...context.call });
  yield* client.paginateItems(first, context.call);
}

async function* ownList(context: Context, name: typeof OWN_LISTS[number], limit: number): AsyncGenerator<ServiceTrack> {
  const { client } = await context.connectAsUser();
  const [page, call] = [Math.min(limit, LARGEST_PAGE), context.call];
  if (name === "history") yield* await client.me.getRecentlyPlayedTracks(undefined, call);
  if (name === "likes") yield* client.paginateItems(client.me.getLikesTracks(page, call), call);
  if (name !== "feed") return;
  for await (const { origin } of client.paginateItems(client.me.getFeedTracks(page, undefined, call), call)) {
    if (origin && "access" in origin) yield origin;
  }
}

async function* named(
  context: Context,
  words: readonly string[],
  { station, limit }: Pick<Required<QueueSettings>, "station" | "limit">,
): AsyncGenerator<Queued> {
  const { client } = await context.connect();
  for (const word of words) {
    try {
      const resource = await identify(context, word, station ? STATIONED : KINDS);
      const isStation = station || resource.kind === "system-playlists";
      const tracks = tracksOf({ ...resource, client, call: context.call }, isStation, limit);
      yield* queued(resource.kind === "tracks" && !station ? tracks : cut(context, tracks, limit));
    } catch (error) {
      context.host.signal.throwIfAborted();
      yield { word, error };
    }
  }
}

/** Reads the tracks of a resource, or of its station. */
async function* tracksOf(named: Lookup, isStation: boolean, limit: number): AsyncGenerator<PlayableTrack> {
  const { client, call, kind, id, secretToken } = named;
  const page = Math.min(limit, LARGEST_PAGE);
  if (isStation) yield* (await stationOf(named)).tracks ?? [];
  else if (kind === "tracks") yield { ...await trackOf(named), secretToken };
  else if (kind === "users") yield* client.paginateItems(client.users.getTracks(id, page, call), call);
  else yield* client.paginateItems(client.playlists.getTracks(id, page, undefined, { ...call, secretToken }), call);
}
