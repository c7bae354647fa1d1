/**
 * What people and programs write for a thing: a URN, a number, a web address with or without its scheme, a name like
 * `@night-ferry` or `night-ferry/lost-window`, `-` for lines of stdin.
 *
 * @module
 */

import type { Context } from "./context.ts";
import { usage } from "./errors.ts";
import type { Input } from "./host/host.ts";

/** Kinds of things that have ids, as URNs spell them. */
export type Thing = "tracks" | "users" | "playlists";

/** A thing, named. */
export interface Named {
  /** What it is. */
  readonly kind: Thing;
  /** Its URN or number. */
  readonly id: string;
}

const URN = /^soundcloud:(tracks|users|playlists):(\d+)$/;
const RESOURCE_KINDS: Readonly<Record<string, Thing>> = { track: "tracks", user: "users", playlist: "playlists" };

type Written = { readonly kind: Thing; readonly id: string } | { readonly url: string };

const SITE = "https://soundcloud.com/";
/** An address without its scheme, as browsers show it. */
const BARE_ADDRESS = /^(?:(?:www|m|on)\.)?soundcloud\.com\/./i;
/** `night-ferry/lost-window`, `night-ferry/sets/slow-evenings`, a private link's `s-…` included. */
const PATH = /^@?[\w-]+\/(?:sets\/)?[\w-]+(?:\/s-\w+)?$/;
const NAME = /^@?[A-Za-z0-9][\w-]*$/;

/** The web address that a word stands for; a bare name is one where it can only be a user's. */
export function addressOf(word: string, kinds: readonly Thing[]): string | undefined {
  if (/^https?:\/\/./i.test(word)) return URL.canParse(word) ? word : undefined;
  if (BARE_ADDRESS.test(word)) return `https://${word}`;
  if (PATH.test(word)) return SITE + word.replace(/^@/, "");
  const isName = NAME.test(word) && !/^\d+$/.test(word) && (word.startsWith("@") || kinds[0] === "users");
  return isName && kinds.includes("users") ? SITE + word.replace(/^@/, "") : undefined;
}

/** Whether a word can only name a thing, rather than be a word to search for. */
export function isId(word: string): boolean {
  return word === "-" || URN.test(word) || /^\d+$/.test(word) || addressOf(word, ["tracks", "users"]) !== undefined;
}

/** The words, with `-` replaced by the lines of stdin. All of them are checked before anything is requested. */
export async function readIds(context: Context, words: readonly string[], kinds: readonly Thing[]): Promise<string[]> {
  const ids: string[] = [];
  for (const word of words) ids.push(...(word === "-" ? await readLines(context.host.stdin) : [word]));
  if (ids.length === 0) throw usage("stdin holds no ids", "One a line: a URN, a number, a name or a web address.");
  ids.forEach((id) => parse(id, kinds));
  return ids;
}

/** The one id of a command that takes one, checked before anything is requested; `-` reads it from stdin. */
export async function readId(context: Context, word: string, kinds: readonly Thing[]): Promise<string> {
  const [id = word, ...others] = await readIds(context, [word], kinds);
  if (others.length > 0) throw usage(`stdin holds ${others.length + 1} ids; this takes one`);
  return id;
}

/** Everything a stream holds. */
export async function readText(stdin: Input): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stdin) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** The lines of a stream, without empty ones. */
export async function readLines(stdin: Input): Promise<string[]> {
  return (await readText(stdin)).split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
}

/** Finds out what a word names; a web address is looked up. A bare number is of the first kind. */
export async function identify(context: Context, word: string, kinds: readonly Thing[]): Promise<Named> {
  const written = parse(word, kinds);
  if (!("url" in written)) return written;
  const { client } = await context.connect();
  const found = await client.resolve.resolveUrl(written.url, { signal: context.host.signal });
  const kind = RESOURCE_KINDS[found.kind];
  if (kind && kinds.includes(kind)) return { kind, id: found.urn };
  throw usage(`${word} is a ${found.kind}, not a ${singular(kinds)}`);
}

function parse(word: string, kinds: readonly Thing[]): Written {
  const [, kind, number] = URN.exec(word) ?? [];
  const known = kinds.find((one) => one === kind);
  if (known && number) return { kind: known, id: word };
  if (kind) throw usage(`${word} is not a ${singular(kinds)}`);
  const [first] = kinds;
  if (first && /^\d+$/.test(word)) return { kind: first, id: word };
  const url = addressOf(word, kinds);
  if (url !== undefined) return { url };
  const hint = `A ${singular(kinds)} is a URN (soundcloud:${first}:1), a number, a web address, or a name: ${
    first === "users" ? "night-ferry" : "night-ferry/lost-window"
  }.`;
  throw usage(`${JSON.stringify(word)} does not name a ${singular(kinds)}`, hint);
}

function singular(kinds: readonly Thing[]): string {
  return kinds.map((kind) => kind.slice(0, -1)).join(" or ");
}
