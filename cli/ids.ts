/**
 * What people and programs write for a thing: a URN, a number, a web address, `-` for lines of stdin.
 *
 * @module
 */

import type { Context } from "./context.ts";
import { explain, Failure, usage } from "./errors.ts";
import type { Input } from "./host/host.ts";
import { line } from "./output/text.ts";

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

/** Whether a word can only be an id, a web address, or the `-` that stands for ids. */
export function isId(word: string): boolean {
  return word === "-" || URN.test(word) || /^\d+$/.test(word) || /^https?:\/\/./.test(word);
}

/** The words, with `-` replaced by the lines of stdin. All of them are checked before anything is requested. */
export async function readIds(context: Context, words: readonly string[], kinds: readonly Thing[]): Promise<string[]> {
  const ids: string[] = [];
  for (const word of words) ids.push(...(word === "-" ? await readLines(context.host.stdin) : [word]));
  if (ids.length === 0) throw usage("stdin holds no ids", "One id a line: a URN, a number or a web address.");
  ids.forEach((id) => parse(id, kinds));
  return ids;
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
  if (/^https?:\/\/./.test(word) && URL.canParse(word)) return { url: word };
  const hint = `A ${singular(kinds)} is a URN (soundcloud:${first}:1), a number or a web address.`;
  throw usage(`${JSON.stringify(word)} does not name a ${singular(kinds)}`, hint);
}

function singular(kinds: readonly Thing[]): string {
  return kinds.map((kind) => kind.slice(0, -1)).join(" or ");
}

/** One thing that went wrong in a batch. */
interface BatchFailure {
  readonly word: string;
  readonly failure: Failure;
}

/**
 * Does something for each word, one after the other, and goes on when one fails. A single failure of a single word is
 * thrown as it is; else the results so far come with the failures, for `finishBatch()`.
 */
export async function forEach<T>(
  context: Context,
  words: readonly string[],
  task: (word: string) => Promise<T>,
): Promise<{ results: T[]; failures: BatchFailure[] }> {
  const results: T[] = [];
  const failures: BatchFailure[] = [];
  for (const word of words) {
    try {
      results.push(await task(word));
    } catch (error) {
      if (words.length === 1 || context.host.signal.aborted) throw error;
      failures.push({ word, failure: explain(error) });
    }
  }
  return { results, failures };
}

/** Ends a batch: exit 8 when some failed; when all did, the exit code of the first. */
export async function finishBatch(
  context: Context,
  { results, failures }: { results: readonly unknown[]; failures: readonly BatchFailure[] },
): Promise<void> {
  const [first] = failures;
  if (!first) return;
  for (const { word, failure } of failures) {
    if (!context.json) await context.say(`${context.err.red("error:")} ${line`${word}: ${failure.message}`}`);
  }
  const kind = results.length > 0 ? "partial" : first.failure.kind;
  const details = failures.map(({ word, failure }) => ({ id: word, code: failure.code, message: failure.message }));
  const total = results.length + failures.length;
  throw new Failure(kind, `${failures.length} of ${total} failed`, { failures: details });
}
