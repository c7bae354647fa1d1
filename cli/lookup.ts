/**
 * Looks up many ids with few requests.
 *
 * @module
 */

import type { ResourceKind } from "./resource_kind.ts";

/** The maximum number of ids in one request. */
const AT_ONCE = 200;

/** Looks up ids in chunks; a chunk is requested when its first id is needed. */
export class Lookup<Result> {
  readonly #kind: ResourceKind;
  readonly #chunks = new Map<string, readonly string[]>();
  readonly #found = new Map<readonly string[], Promise<ReadonlyMap<string, Result>>>();
  readonly #take: (urns: readonly string[]) => Promise<readonly (Result & { readonly urn: string })[]>;

  /** Creates a lookup for the arguments of a command; `take` requests a chunk of URNs. */
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
