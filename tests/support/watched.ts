/**
 * A program that watches, stores its place, and is stopped and started again, as often as it can be.
 *
 * @module
 */
import type { ServiceClient, Watcher, WatchEvent, WatchOptions, WatchSource } from "@tonearm/client";

/** Numbers from 0 to 1, the same in each run. */
export function drawer(seed: number): () => number {
  let state = seed;
  return () => {
    state = state * 1664525 + 1013904223 >>> 0;
    return state / 2 ** 32;
  };
}

/** What a program is to go through. */
export interface Trial {
  readonly client: Pick<ServiceClient, "watch">;
  readonly source: WatchSource;
  readonly options?: WatchOptions;
  readonly random: () => number;
  /** Names an event in the words of the world. */
  name(event: WatchEvent): string;
  /** Changes the world in a pause, and knows what was dealt with by then; false when that was the last change. */
  change(waitMs: number, done: ReadonlySet<string>): Promise<boolean> | boolean;
}

/** What became of it. */
export interface Outcome {
  /** What was dealt with, in order. */
  readonly done: string[];
  /** Restarts with an event at hand that wasn't dealt with. */
  readonly crashes: number;
  /** Looks that failed, by what happened. */
  readonly retries: number;
  /** Characters of the longest token. */
  readonly longest: number;
}

/** Looks that follow the last change: in ten of them the head of each list is read. */
const LAST_LOOKS = 40;

/** Runs the program until the world has come to rest. */
export async function goThrough(trial: Trial): Promise<Outcome> {
  const program = new Program(trial);
  while (!program.isOver) await program.run();
  return program.outcome();
}

class Program {
  readonly #trial: Trial;
  readonly #done = new Set<string>();
  readonly #order: string[] = [];
  #stored: string | undefined;
  #last = LAST_LOOKS;
  #crashes = 0;
  #retries = 0;
  #longest = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  get isOver(): boolean {
    return this.#last === 0;
  }

  outcome(): Outcome {
    return { done: this.#order, crashes: this.#crashes, retries: this.#retries, longest: this.#longest };
  }

  /** Watches until it stops by chance: with an event at hand or without, or for good. */
  async run(): Promise<void> {
    const stop = new AbortController();
    const watcher = this.#watch(stop);
    const ids = new Set<string>();
    try {
      for await (const event of watcher) {
        const { name, random } = this.#trial;
        if (ids.has(event.id)) throw new Error(`${name(event)} came twice`);
        ids.add(event.id);
        if (random() < 0.005 && ++this.#crashes) break;
        this.#order.push(name(event));
        this.#done.add(name(event));
        this.#store(watcher.token);
        if (random() < 0.005) break;
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  }

  #watch(stop: AbortController): Watcher {
    const { client, source, options, change } = this.#trial;
    return client.watch(source, {
      maxRetries: 0,
      ...options,
      signal: stop.signal,
      since: this.#stored,
      onLook: ({ token }) => this.#store(token),
      onRetry: () => void this.#retries++,
      sleep: async (ms) => {
        if (this.#last < LAST_LOOKS || !await change(ms, this.#done)) this.#last--;
        if (this.isOver) stop.abort();
        stop.signal.throwIfAborted();
      },
    });
  }

  #store(token: string | undefined): void {
    this.#stored = token;
    this.#longest = Math.max(this.#longest, token?.length ?? 0);
  }
}
