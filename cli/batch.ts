/**
 * Runs items in order: results appear as they arrive, one failure doesn't stop the rest, and items that would fail in
 * the same way are skipped.
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import type { Context } from "./context.ts";
import { explain, Failure, type Kind } from "./errors.ts";
import { identify, type Named, readIds, type Thing } from "./ids.ts";
import { clock } from "./output/format.ts";
import { type ItemWriter, itemWriter, show } from "./output/result.ts";
import { line } from "./output/text.ts";

/** When to stop: the options that commands for many things have. */
export interface BatchValues {
  /** Continue even after failures that will repeat. */
  continueOnError?: true | undefined;
  /** Stop at the first failure. */
  failFast?: true | undefined;
}

/** The work for each item. */
export interface Work<Item, Result extends object> {
  /** The items, in order. */
  readonly items: readonly Item[];
  /** Whether the command line named a single item: its result is then not in a list. */
  readonly isSingle: boolean;
  /** The name of an item on the command line. */
  name(item: Item): string;
  /** Does it. */
  take(item: Item): Promise<Result>;
  /** The text of a result for people. */
  draw(result: Result): string;
}

/** Failures that the next item would meet as well. */
const REPEATING: readonly Kind[] = ["auth", "rate_limited", "network", "no_player"];

/** An item that failed. */
export interface Failed {
  /** Its name on the command line. */
  readonly name: string;
  /** Why. */
  readonly failure: Failure;
}

/** Works through the items. Exit 8 when some failed, the exit code of the first failure when all did. */
export async function runBatch<Item, Result extends object>(
  context: Context,
  work: Work<Item, Result>,
  when: BatchValues = {},
): Promise<Result[]> {
  const [only] = work.items;
  if (work.isSingle && only !== undefined && work.items.length === 1) return [await takeOne(context, work, only)];
  return await new Batch(context, work, when).run();
}

async function takeOne<Item, Result extends object>(
  context: Context,
  work: Work<Item, Result>,
  item: Item,
): Promise<Result> {
  const result = await work.take(item);
  await show(context, result, () => work.draw(result));
  return result;
}

class Batch<Item, Result extends object> {
  readonly #context: Context;
  readonly #work: Work<Item, Result>;
  readonly #when: BatchValues;
  readonly #writer: ItemWriter<Result>;
  readonly #results: Result[] = [];
  readonly #failed: Failed[] = [];
  readonly #started = performance.now();

  constructor(context: Context, work: Work<Item, Result>, when: BatchValues) {
    this.#context = context;
    this.#work = work;
    this.#when = when;
    this.#writer = itemWriter(context, (result) => work.draw(result));
  }

  async run(): Promise<Result[]> {
    const { items } = this.#work;
    let stopped: Failure | undefined;
    for (const [index, item] of items.entries()) {
      this.#context.spinner.say(this.#progress(index));
      if (stopped) await this.#skip(item);
      else stopped = await this.#take(item);
    }
    this.#context.spinner.say("");
    await this.#writer.end();
    await this.#summarize(stopped);
    return this.#results;
  }

  /** Gives the failure that ends the batch, if it does. */
  async #take(item: Item): Promise<Failure | undefined> {
    let result: Result;
    try {
      result = await this.#work.take(item);
    } catch (error) {
      this.#context.host.signal.throwIfAborted();
      return await this.#fail(item, explain(error));
    }
    this.#results.push(result);
    await this.#writer.write(result);
    return undefined;
  }

  async #fail(item: Item, failure: Failure): Promise<Failure | undefined> {
    await this.#report(this.#work.name(item), failure);
    const { continueOnError = false, failFast = false } = this.#when;
    return failFast || !continueOnError && REPEATING.includes(failure.kind) ? failure : undefined;
  }

  async #skip(item: Item): Promise<void> {
    await this.#report(this.#work.name(item), new Failure("failed", "Skipped", { code: "not_tried" }));
  }

  async #report(name: string, failure: Failure): Promise<void> {
    this.#failed.push({ name, failure });
    const { code, message, hint } = failure;
    if (this.#context.json) {
      return await this.#writer.fail({ id: name, status: "error", error: { code, message, hint: hint ?? null } });
    }
    if (code !== "not_tried") {
      await this.#context.say(`${this.#context.err.red("error:")} ${line`${name}: ${message}`}`);
    }
  }

  async #summarize(stopped: Failure | undefined): Promise<void> {
    const total = this.#work.items.length;
    if (this.#failed.length === 0) return total > 1 ? await this.#context.note(`${total} done`) : undefined;
    throw failureOf(this.#results.length, this.#failed, stopped?.hint);
  }

  #progress(done: number): string {
    const { length: total } = this.#work.items;
    const failed = this.#failed.length > 0 ? `, ${this.#failed.length} failed` : "";
    const elapsed = performance.now() - this.#started;
    const left = done > 0 ? `, about ${clock(elapsed / done * (total - done))} left` : "";
    return `${done} of ${total}${failed}${left}`;
  }
}

/** The exit code of a batch: 8 when some items failed, that of the first failure when all did. */
export function failureOf(done: number, failed: readonly Failed[], hint?: string): Failure {
  const [first] = failed;
  const skipped = failed.filter(({ failure }) => failure.code === "not_tried").length;
  const failures = failed.map(({ name, failure }) => ({ id: name, code: failure.code, message: failure.message }));
  const kind = done > 0 || !first ? "partial" : first.failure.kind;
  const advice = hint ?? (done === 0 ? first?.failure.hint : undefined);
  const rest = skipped > 0 ? `, ${skipped} not tried` : "";
  return new Failure(kind, `${failed.length - skipped} of ${done + failed.length} failed${rest}`, {
    failures,
    ...(advice === undefined ? {} : { hint: advice }),
  });
}

/** The work for each resource on the command line. */
export interface IdWork<Result extends object> {
  /** The allowed kinds of resources; a bare number is of the first kind. */
  readonly kinds: readonly Thing[];
  /** Whether it is done for a signed-in user. */
  readonly needsUser?: boolean;
  /** Does it. */
  take(client: ServiceClient, thing: Named, call: { signal: AbortSignal }): Promise<Result>;
  /** Gets up to 200 at once by their URNs, those that there are, where the service can do that. */
  takeMany?(
    client: ServiceClient,
    urns: readonly string[],
    call: { signal: AbortSignal },
  ): Promise<readonly (Result & { readonly urn: string })[]>;
  /** The text of a result for people. */
  draw(result: Result): string;
}

/** The most that the service looks up at once. */
const AT_ONCE = 200;

/** Processes ids, names and addresses, all checked before the first request; `-` stands for the lines of stdin. */
export async function runIds<Result extends object>(
  context: Context,
  words: readonly string[],
  { kinds, needsUser = false, take, takeMany, draw }: IdWork<Result>,
  when: BatchValues = {},
): Promise<Result[]> {
  const items = await readIds(context, words, kinds);
  const { client } = await (needsUser ? context.connectAsUser() : context.connect());
  const call = { signal: context.host.signal };
  const [kind = "tracks"] = kinds;
  const known = takeMany && items.length > 1
    ? new Lookup(kind, items, (urns) => takeMany(client, urns, call))
    : undefined;
  return await runBatch(context, {
    items,
    isSingle: words.length === 1 && words[0] !== "-",
    name: (word) => word,
    take: async (word) => await known?.get(word) ?? await take(client, await identify(context, word, kinds), call),
    draw,
  }, when);
}

/** Looks ids up a chunk at a time, each chunk when its first id is needed. */
class Lookup<Result> {
  readonly #kind: Thing;
  readonly #chunks = new Map<string, readonly string[]>();
  readonly #found = new Map<readonly string[], Promise<ReadonlyMap<string, Result>>>();
  readonly #take: (urns: readonly string[]) => Promise<readonly (Result & { readonly urn: string })[]>;

  constructor(
    kind: Thing,
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

  /** The result for an id; undefined if it has to be looked up separately. */
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

  /** An address or a name has no URN before it is resolved. */
  #urnOf(word: string): string | undefined {
    if (/^\d+$/.test(word)) return `soundcloud:${this.#kind}:${word}`;
    return /^soundcloud:\w+:\d+$/.test(word) ? word : undefined;
  }
}
