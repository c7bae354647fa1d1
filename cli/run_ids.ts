import type { ServiceClient } from "@tonearm/client";
import type { BatchValues } from "./batch.ts";
import type { Context } from "./context.ts";
import { identify, readIds, type ResourceKind, type ResourceRef } from "./ids.ts";
import { show } from "./output/result.ts";
import type { Styled } from "./output/style.ts";

const AT_ONCE = 200;

export interface IdWork<Result extends object> {
  /** The allowed kinds; a bare number has the first of them. */
  readonly kinds: readonly ResourceKind[];
  readonly needsUser?: boolean;
  take(client: ServiceClient, thing: ResourceRef, call: { signal: AbortSignal }): Promise<Result>;
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
  const { runBatch } = await import("./batch.ts");
  const [kind = "tracks"] = kinds;
  const call = { signal: context.host.signal };
  const known = takeMany && items.length > 1
    ? new Lookup(kind, items, (urns) => takeMany(client, urns, call))
    : undefined;
  const take = async (word: string) => await known?.get(word) ?? await takeOne(word);
  return await runBatch(context, { items, isSingle: false, name: (word) => word, take, draw }, when);
}

/** Looks up ids in chunks; a chunk is requested when its first id is needed. */
class Lookup<Result> {
  readonly #kind: ResourceKind;
  readonly #chunks = new Map<string, readonly string[]>();
  readonly #found = new Map<readonly string[], Promise<ReadonlyMap<string, Result>>>();
  readonly #take: (urns: readonly string[]) => Promise<readonly (Result & { readonly urn: string })[]>;

  constructor(
    kind: ResourceKind,
    words: readonly string[],
    take: (urns: readonly string[]) => Promise<readonly (Result & { readonly urn: string })[]>,
  ) {
    this.#kind = kind;
    this.#take = take;
    const urns = [...new Set(words.flatMap((word) => this.#urnOf(word) ?? []))];
    for (let start = 0; start < urns.length; start += AT_ONCE) {
      const chunk = urns.slice(start, start + AT_ONCE);
      for (const urn of chunk) this.#chunks.set(urn, chunk);
    }
  }

  /** Returns the result for an argument; undefined if it has to be looked up separately. */
  async get(word: string): Promise<Result | undefined> {
    const urn = this.#urnOf(word) ?? "";
    const chunk = this.#chunks.get(urn);
    if (!chunk) return undefined;
    const found = this.#found.get(chunk) ?? this.#lookUp(chunk);
    this.#found.set(chunk, found);
    return (await found).get(urn);
  }

  async #lookUp(urns: readonly string[]): Promise<ReadonlyMap<string, Result>> {
    return new Map((await this.#take(urns)).map((result) => [result.urn, result]));
  }

  /** Returns the URN of an argument; a URL or a name has none before it is resolved. */
  #urnOf(word: string): string | undefined {
    if (/^\d+$/.test(word)) return `soundcloud:${this.#kind}:${word}`;
    return /^soundcloud:\w+:\d+$/.test(word) ? word : undefined;
  }
}
