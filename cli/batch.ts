// Processes items in order: results are printed as they arrive, a failure doesn't stop the rest, and items that would
// fail in the same way are skipped.
import type { Context } from "./context.ts";
import { isNotSent } from "./output/dry_run.ts";
import { explain, Failure, type Kind } from "./errors.ts";
import { clock } from "./output/format.ts";
import { done, type ItemWriter, itemWriter, show } from "./output/result.ts";
import { red, type Styled, styled } from "./output/style.ts";

export type BatchValues = {
  continueOnError?: true | undefined;
  failFast?: true | undefined;
};

export interface Work<Item, Result extends object> {
  readonly items: readonly Item[];
  /** Whether the command line names a single item; its result is then not in a list. */
  readonly isSingle: boolean;
  name(item: Item): string;
  take(item: Item): Promise<Result>;
  draw(result: Result): Styled;
}

const REPEATING: readonly Kind[] = ["auth", "rate_limited", "network", "no_player"];

export interface Failed {
  readonly name: string;
  readonly failure: Failure;
}

/** Processes the items. The exit code is 8 if some fail, and that of the first failure if all fail. */
export async function runBatch<Item, Result extends object>(
  context: Context,
  work: Work<Item, Result>,
  when: BatchValues = {},
): Promise<Result[]> {
  const [only] = work.items;
  if (!work.isSingle || only === undefined || work.items.length > 1) return await new Batch(context, work, when).run();
  const result = await work.take(only);
  await show(context, result, () => work.draw(result));
  return [result];
}

const NO_RESULTS: ItemWriter<object> = { write: done, fail: done, end: done };

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
    this.#writer = context.settings.dryRun ? NO_RESULTS : itemWriter(context, (result) => work.draw(result));
  }

  async run(): Promise<Result[]> {
    const { items } = this.#work;
    let stopped: Failure | undefined;
    try {
      for (const [index, item] of items.entries()) {
        this.#context.spinner.say(this.#progress(index));
        if (stopped) await this.#report(this.#work.name(item), new Failure("failed", "Skipped", { code: "not_tried" }));
        else stopped = await this.#take(item);
      }
    } finally {
      this.#context.spinner.say("");
      // Also after an interruption: the rows say what was done.
      await this.#writer.end();
    }
    await this.#summarize(stopped);
    return this.#results;
  }

  /** Processes an item. Returns the failure that ends the batch, if any. */
  async #take(item: Item): Promise<Failure | undefined> {
    let result: Result;
    try {
      result = await this.#work.take(item);
    } catch (error) {
      this.#context.host.signal.throwIfAborted();
      if (isNotSent(error)) return undefined;
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

  async #report(name: string, failure: Failure): Promise<void> {
    this.#failed.push({ name, failure });
    const { code, message, hint } = failure;
    if (this.#context.json) {
      return await this.#writer.fail({ id: name, status: "error", error: { code, message, hint } });
    }
    if (code !== "not_tried") await this.#context.say(styled`${red("error:")} ${name}: ${message}\n`);
  }

  async #summarize(stopped: Failure | undefined): Promise<void> {
    const { length: total } = this.#work.items;
    const { dryRun } = this.#context.settings;
    const ending = dryRun ? "checked, nothing was sent" : "done";
    if (this.#failed.length === 0) return total > 1 ? await this.#context.note(`${total} ${ending}`) : undefined;
    const done = total - this.#failed.length;
    throw failureOf(done, this.#failed, stopped?.hint ?? (dryRun && done > 0 ? "Nothing was sent." : undefined));
  }

  #progress(done: number): string {
    const { length: total } = this.#work.items;
    const failed = this.#failed.length > 0 ? `, ${this.#failed.length} failed` : "";
    const elapsed = performance.now() - this.#started;
    const left = done > 0 ? `, about ${clock(elapsed / done * (total - done))} left` : "";
    return `${done} of ${total}${failed}${left}`;
  }
}

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
