import type { ServiceClient } from "@tonearm/client";
import type { BatchValues } from "./batch.ts";
import type { Context } from "./context.ts";
import { identify, readIds, type ResourceKind, type ResourceRef } from "./ids.ts";
import { show } from "./output/result.ts";
import type { Styled } from "./output/style.ts";

const AT_ONCE = 200;

export interface IdWork<Result extends object> {
  readonly kinds: readonly ResourceKind[];
  readonly needsUser?: boolean;
  take(client: ServiceClient, resource: ResourceRef, call: { signal: AbortSignal }): Promise<Result>;
  /** Gets up to 200 resources by URN in one request, without missing ones, if the API supports that. */
  takeMany?(
    client: ServiceClient,
    urns: readonly string[],
    call: { signal: AbortSignal },
  ): Promise<readonly (Result & { readonly urn: string })[]>;
  draw(result: Result): Styled;
}

/** Processes ids, names and URLs, all checked before the first request; `-` stands for the lines of stdin. */
export async function runIds<Result extends object>(
  context: Context,
  words: readonly string[],
  { kinds, needsUser, take, takeMany, draw }: IdWork<Result>,
  when: BatchValues = {},
): Promise<Result[]> {
  const items = await readIds(context, words, kinds);
  const { client } = await (needsUser ? context.connectAsUser() : context.connect());
  const takeOne = async (word: string) => await take(client, await identify(context, word, kinds), context.call);
  const [only = ""] = items;
  // The usual way loads no batch.
  if (words.length === 1 && words[0] !== "-") {
    const result = await takeOne(only);
    await show(context, result, () => draw(result));
    return [result];
  }
  const { runBatch } = await import("./batch.ts");
  const known = takeMany && items.length > 1
    ? lookup(kinds[0] ?? "tracks", items, (urns) => takeMany(client, urns, context.call))
    : undefined;
  const takeKnown = async (word: string) => await known?.(word) ?? await takeOne(word);
  return await runBatch(context, { items, isSingle: false, name: (word) => word, take: takeKnown, draw }, when);
}

/** Looks up ids in chunks, each when its first id is needed; a URL or a name has to be looked up by itself. */
function lookup<Result>(
  kind: ResourceKind,
  words: readonly string[],
  take: (urns: readonly string[]) => Promise<readonly (Result & { readonly urn: string })[]>,
): (word: string) => Promise<Result | undefined> {
  const urns = [...new Set(words.flatMap((word) => urnOf(kind, word) ?? []))];
  const places = new Map(urns.map((urn, index) => [urn, Math.floor(index / AT_ONCE)]));
  const found: Promise<ReadonlyMap<string, Result>>[] = [];
  const lookUp = async (chunk: number) => {
    const results = await take(urns.slice(chunk * AT_ONCE, (chunk + 1) * AT_ONCE));
    return new Map(results.map((result) => [result.urn, result]));
  };
  return async (word) => {
    const urn = urnOf(kind, word) ?? "";
    const chunk = places.get(urn);
    return chunk === undefined ? undefined : (await (found[chunk] ??= lookUp(chunk))).get(urn);
  };
}

function urnOf(kind: ResourceKind, word: string): string | undefined {
  if (/^\d+$/.test(word)) return `soundcloud:${kind}:${word}`;
  return /^soundcloud:\w+:\d+$/.test(word) ? word : undefined;
}
