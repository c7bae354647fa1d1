// Parses references to resources: a URN, a number, a URL with or without its scheme, a name like `@night-ferry` or
// `night-ferry/lost-window`, or `-` for the lines of stdin.
import { text as readText } from "node:stream/consumers";
import {
  type ResolveResult,
  ServiceError,
  type ServicePlaylist,
  type ServiceSystemPlaylist,
  type ServiceTrack,
  type ServiceUser,
} from "@tonearm/client";
import type { Connection, Context } from "./context.ts";
import { Failure, usage } from "./errors.ts";
import type { Input } from "./host/host.ts";
import { redactUrl } from "./host/network.ts";

export type ResourceKind = "tracks" | "users" | "playlists" | "system-playlists";

export interface ResourceRef {
  readonly kind: ResourceKind;
  readonly id: string;
  /** What a URL or a name led to. */
  readonly found?: ResolveResult | undefined;
  /** The end of a private link, which its streams and tracks need. */
  readonly secretToken?: string | undefined;
}

const URN = /^soundcloud:(tracks|users|playlists):(\d+)$/;
/** Matches a station, which has no number. */
const STATION = /^soundcloud:system-playlists:[\w:-]+$|^(?:track|artist)-stations:\d+$/;
const RESOURCE_KINDS: Readonly<Record<string, ResourceKind>> = {
  track: "tracks",
  user: "users",
  playlist: "playlists",
  "system-playlist": "system-playlists",
};

type Written = { readonly kind: ResourceKind; readonly id: string } | { readonly url: string };

const SITE = "https://soundcloud.com/";
const BARE_ADDRESS = /^(?:(?:www|m|on)\.)?soundcloud\.com\/./i;
/** Matches `night-ferry/lost-window` or `night-ferry/sets/slow-evenings`, also with a private link's `s-…`. */
const PATH = /^@?[\w-]+\/(?:sets\/)?[\w-]+(?:\/s-\w+)?$/;
const EXAMPLES: Readonly<Record<ResourceKind, string>> = {
  tracks: "night-ferry/lost-window",
  users: "night-ferry",
  playlists: "night-ferry/sets/slow-evenings",
  "system-playlists": "track-stations:293",
};
const NAME = /^@?[A-Za-z0-9][\w-]*$/;

/** Returns the URL for an argument; a bare name is a URL only if a user is expected. */
export function addressOf(word: string, kinds: readonly ResourceKind[]): string | undefined {
  if (/^https?:\/\/./i.test(word)) return URL.canParse(word) ? word : undefined;
  if (BARE_ADDRESS.test(word)) return `https://${word}`;
  if (PATH.test(word)) return SITE + word.replace(/^@/, "");
  const isName = NAME.test(word) && !/^\d+$/.test(word) && (word.startsWith("@") || kinds[0] === "users");
  return isName && kinds.includes("users") ? SITE + word.replace(/^@/, "") : undefined;
}

export function isId(given: string): boolean {
  const word = given.trim();
  return word === "-" || URN.test(word) || STATION.test(word) || /^\d+$/.test(word) ||
    addressOf(word, ["tracks", "users"]) !== undefined;
}

/** Reads the arguments, with `-` replaced by the lines of stdin. All are checked before the first request. */
export async function readIds(
  context: Context,
  words: readonly string[],
  kinds: readonly ResourceKind[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const word of words) ids.push(...(word === "-" ? await readLines(context.host.stdin) : [word.trim()]));
  if (ids.length === 0) {
    throw usage("stdin contains no ids", "Expected one per line: a URN, a number, a name or a URL.");
  }
  ids.forEach((id) => parseId(id, kinds));
  return ids;
}

/** Reads the argument of a command that takes one; `-` reads it from stdin. It is checked before the first request. */
export async function readId(context: Context, word: string, kinds: readonly ResourceKind[]): Promise<string> {
  const [id = word, ...others] = await readIds(context, [word], kinds);
  if (others.length > 0) throw usage(`stdin contains ${others.length + 1} ids; expected one`);
  return id;
}

export async function readLines(stdin: Input): Promise<string[]> {
  return (await readText(stdin)).split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
}

/** Resolves an argument; URLs are looked up. A bare number has the first of the kinds. */
export async function identify(context: Context, word: string, kinds: readonly ResourceKind[]): Promise<ResourceRef> {
  const written = parseId(word, kinds);
  if (!("url" in written)) return written;
  const { found, secretToken } = await resolveAddress(context, written.url);
  const kind = RESOURCE_KINDS[found.kind];
  if (kind && kinds.includes(kind)) return { kind, id: found.urn, found, secretToken };
  throw usage(`${word} is a ${found.kind}, not a ${singular(kinds)}`);
}

export interface Found extends ResourceRef, Pick<Connection, "client" | "apiUrl"> {
  readonly call: { readonly signal: AbortSignal };
}

export async function find(
  context: Context,
  word: string,
  kinds: readonly ResourceKind[],
  needs?: "user",
): Promise<Found> {
  const checked = await readId(context, word, kinds);
  const { client, apiUrl } = await (needs ? context.connectAsUser() : context.connect());
  return { client, apiUrl, ...await identify(context, checked, kinds), call: context.call };
}

export type Lookup = Omit<Found, "apiUrl">;
type Asked = Omit<Lookup, "kind">;

/** Gets a track. A URL or a name has already led to it, as to what follows. */
export async function trackOf({ client, id, found, call }: Asked): Promise<ServiceTrack> {
  return found?.kind === "track" ? found : await client.tracks.getTrack(id, call);
}

export async function userOf({ client, id, found, call }: Asked): Promise<ServiceUser> {
  return found?.kind === "user" ? found : await client.users.getUser(id, call);
}

export async function playlistOf(
  { client, id, found, call }: Asked & { readonly call: { readonly showTracks?: boolean } },
): Promise<ServicePlaylist> {
  return found?.kind === "playlist" ? found : await client.playlists.getPlaylist(id, call);
}

export async function resourceOf(lookup: Lookup): Promise<ResolveResult> {
  if (lookup.kind === "users") return await userOf(lookup);
  if (lookup.kind === "tracks") return await trackOf(lookup);
  if (lookup.kind === "playlists") return await playlistOf(lookup);
  return await stationOf(lookup);
}

export const STATIONED: readonly ResourceKind[] = ["tracks", "users", "system-playlists"];

/** Gets a station, or the station of a track or of a user. */
export async function stationOf(lookup: Lookup): Promise<ServiceSystemPlaylist> {
  if (lookup.found?.kind === "system-playlist") return lookup.found;
  return await lookup.client.systemPlaylists.getSystemPlaylist(await stationUrnOf(lookup), lookup.call);
}

async function stationUrnOf(lookup: Lookup): Promise<string> {
  if (lookup.kind === "system-playlists") return lookup.id;
  const owner = lookup.kind === "users" ? await userOf(lookup) : await trackOf(lookup);
  if (owner.station_urn) return owner.station_urn;
  throw new Failure("not_found", `${owner.urn} has no station`);
}

/** Resolves references to URNs of tracks, because a playlist contains only URNs. */
export async function trackUrns(context: Context, words: readonly string[]): Promise<string[]> {
  const urns: string[] = [];
  for (const word of words) {
    const { id } = await identify(context, word, ["tracks"]);
    urns.push(id.startsWith("soundcloud:") ? id : `soundcloud:tracks:${id}`);
  }
  return urns;
}

/** Resolves a URL. If SoundCloud can't resolve a short link, its redirect is followed once. */
async function resolveAddress(context: Context, url: string) {
  const { client } = await context.connect();
  const resolve = async (address: string) => ({
    found: await client.resolve.resolveUrl(address, context.call),
    secretToken: /\/(s-\w+)$/.exec(new URL(address).pathname)?.[1],
  });
  try {
    return await resolve(url);
  } catch (error) {
    if (!ServiceError.is(error) || !error.isNotFound) throw error;
    const target = await targetOf(context, url);
    if (target !== undefined) return await resolve(target);
    const hint = "It may be private or deleted, or the name may be wrong.";
    throw new Failure("not_found", `Nothing found at ${redactUrl(url)}`, { hint, cause: error });
  }
}

/** Returns the target of a short link, if it is on the same site. It is requested without a token. */
async function targetOf(context: Context, url: string): Promise<string | undefined> {
  if (new URL(url).hostname !== "on.soundcloud.com") return undefined;
  const response = await context.fetch(url, { method: "HEAD", redirect: "manual" }).catch(() => undefined);
  await response?.body?.cancel();
  const target = response?.headers.get("location") ?? "";
  return URL.canParse(target) && /(^|\.)soundcloud\.com$/.test(new URL(target).hostname) ? target : undefined;
}

/** Parses an argument without a request, to a resource or to the URL to resolve. */
function parseId(word: string, kinds: readonly ResourceKind[]): Written {
  const [, kind, number] = URN.exec(word) ?? [];
  const known = kinds.find((one) => one === kind);
  if (known && number) return { kind: known, id: word };
  if (kind) throw usage(`${word} is not a ${singular(kinds)}`);
  if (kinds.includes("system-playlists") && STATION.test(word)) return { kind: "system-playlists", id: word };
  const [first] = kinds;
  if (first && /^\d+$/.test(word)) return { kind: first, id: word };
  const url = addressOf(word, kinds);
  if (url !== undefined) return { url };
  const hint = `A ${singular(kinds)} is a URN (soundcloud:${first}:1), a number, a URL, or a name: ${
    EXAMPLES[first ?? "tracks"]
  }.`;
  throw usage(`${JSON.stringify(word)} does not name a ${singular(kinds)}`, hint);
}

function singular(kinds: readonly ResourceKind[]): string {
  const names = kinds.map((kind) => kind === "system-playlists" ? "station" : kind.slice(0, -1));
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
}
