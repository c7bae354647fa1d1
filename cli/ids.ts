/**
 * Parses references to resources: a URN, a number, a URL with or without its scheme, a name like `@night-ferry` or
 * `night-ferry/lost-window`, or `-` for the lines of stdin. Several references form a batch.
 *
 * @module
 */

import type { ResourceKind } from "./resource_kind.ts";
import { type ResolveResult, type ServiceClient, ServiceError } from "@tonearm/client";
import type { BatchValues } from "./batch.ts";
import type { Context } from "./context.ts";
import { Failure, usage } from "./errors.ts";
import type { Input } from "./host/host.ts";
import { redactUrl } from "./host/network.ts";
import { show } from "./output/result.ts";

export type { ResourceKind };

/** A resource reference. */
export interface ResourceRef {
  /** The kind of the resource. */
  readonly kind: ResourceKind;
  /** The URN or number. */
  readonly id: string;
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

/** A resource given by its id or by a URL. */
export type Written = { readonly kind: ResourceKind; readonly id: string } | { readonly url: string };

const SITE = "https://soundcloud.com/";
/** Matches a URL without its scheme, as browsers show it. */
const BARE_ADDRESS = /^(?:(?:www|m|on)\.)?soundcloud\.com\/./i;
/** Matches `night-ferry/lost-window` or `night-ferry/sets/slow-evenings`, also with a private link's `s-…`. */
const PATH = /^@?[\w-]+\/(?:sets\/)?[\w-]+(?:\/s-\w+)?$/;
/** Examples of references. */
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

/** Returns whether an argument can only be a reference, and not a search query. */
export function isId(word: string): boolean {
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
  for (const word of words) ids.push(...(word === "-" ? await readLines(context.host.stdin) : [word]));
  if (ids.length === 0) {
    throw usage("stdin contains no ids", "Expected one per line: a URN, a number, a name or a web address.");
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

/** Reads a whole stream as text. */
export async function readText(stdin: Input): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stdin) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Reads the lines of a stream, without empty ones. */
export async function readLines(stdin: Input): Promise<string[]> {
  return (await readText(stdin)).split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
}

/** Resolves an argument; URLs are looked up. A bare number has the first of the kinds. */
export async function identify(context: Context, word: string, kinds: readonly ResourceKind[]): Promise<ResourceRef> {
  const written = parseId(word, kinds);
  if (!("url" in written)) return written;
  const found = await resolveAddress(context, written.url);
  const kind = RESOURCE_KINDS[found.kind];
  if (kind && kinds.includes(kind)) return { kind, id: found.urn };
  throw usage(`${word} is a ${found.kind}, not a ${singular(kinds)}`);
}

/** Resolves a URL. If the service can't resolve a short link, its redirect is followed once. */
export async function resolveAddress(context: Context, url: string): Promise<ResolveResult> {
  const { client } = await context.connect();
  const call = { signal: context.host.signal };
  try {
    return await client.resolve.resolveUrl(url, call);
  } catch (error) {
    if (!ServiceError.is(error) || !error.isNotFound) throw error;
    const target = await targetOf(context, url);
    if (target !== undefined) return await client.resolve.resolveUrl(target, call);
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

/**
 * Parses an argument without a request: its resource, or the URL to resolve. Throws a usage failure for anything else.
 */
export function parseId(word: string, kinds: readonly ResourceKind[]): Written {
  const [, kind, number] = URN.exec(word) ?? [];
  const known = kinds.find((one) => one === kind);
  if (known && number) return { kind: known, id: word };
  if (kind) throw usage(`${word} is not a ${singular(kinds)}`);
  if (kinds.includes("system-playlists") && STATION.test(word)) return { kind: "system-playlists", id: word };
  const [first] = kinds;
  if (first && /^\d+$/.test(word)) return { kind: first, id: word };
  const url = addressOf(word, kinds);
  if (url !== undefined) return { url };
  const hint = `A ${singular(kinds)} is a URN (soundcloud:${first}:1), a number, a web address, or a name: ${
    EXAMPLES[first ?? "tracks"]
  }.`;
  throw usage(`${JSON.stringify(word)} does not name a ${singular(kinds)}`, hint);
}

function singular(kinds: readonly ResourceKind[]): string {
  const names = kinds.map((kind) => kind === "system-playlists" ? "station" : kind.slice(0, -1));
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
}

/** The work for each resource on the command line. */
export interface IdWork<Result extends object> {
  /** The allowed kinds; a bare number has the first of them. */
  readonly kinds: readonly ResourceKind[];
  /** Whether it requires a signed-in user. */
  readonly needsUser?: boolean;
  /** Processes a resource. */
  take(client: ServiceClient, thing: ResourceRef, call: { signal: AbortSignal }): Promise<Result>;
  /** Gets up to 200 resources by URN in one request, without missing ones, if the API supports that. */
  takeMany?(
    client: ServiceClient,
    urns: readonly string[],
    call: { signal: AbortSignal },
  ): Promise<readonly (Result & { readonly urn: string })[]>;
  /** Returns the text of a result for people. */
  draw(result: Result): string;
}

/** Processes ids, names and URLs, all checked before the first request; `-` stands for the lines of stdin. */
export async function runIds<Result extends object>(
  context: Context,
  words: readonly string[],
  work: IdWork<Result>,
  when: BatchValues = {},
): Promise<Result[]> {
  const items = await readIds(context, words, work.kinds);
  const { client } = await (work.needsUser ? context.connectAsUser() : context.connect());
  const call = { signal: context.host.signal };
  const takeOne = async (word: string) => await work.take(client, await identify(context, word, work.kinds), call);
  const [only = ""] = items;
  if (words.length > 1 || words[0] === "-") return await runMany(context, { items, client, work, takeOne }, when);
  const result = await takeOne(only);
  await show(context, result, () => work.draw(result));
  return [result];
}

interface ManyIds<Result extends object> {
  readonly items: readonly string[];
  readonly client: ServiceClient;
  readonly work: IdWork<Result>;
  takeOne(word: string): Promise<Result>;
}

async function runMany<Result extends object>(
  context: Context,
  { items, client, work: { kinds, takeMany, draw }, takeOne }: ManyIds<Result>,
  when: BatchValues,
): Promise<Result[]> {
  const [{ runBatch }, { Lookup }] = await Promise.all([import("./batch.ts"), import("./lookup.ts")]);
  const [kind = "tracks"] = kinds;
  const call = { signal: context.host.signal };
  const known = takeMany && items.length > 1
    ? new Lookup(kind, items, (urns) => takeMany(client, urns, call))
    : undefined;
  const take = async (word: string) => await known?.get(word) ?? await takeOne(word);
  return await runBatch(context, { items, isSingle: false, name: (word) => word, take, draw }, when);
}
