import {
  type ServiceClient,
  watch,
  type Watcher,
  type WatchEvent,
  type WatchOptions,
  type WatchSource,
} from "@tonearm/client";

/** Returns a generator of numbers from 0 to 1, the same in each run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = state * 1664525 + 1013904223 >>> 0;
    return state / 2 ** 32;
  };
}

/** A test run of the program. */
export interface Trial {
  readonly client: ServiceClient;
  readonly source: WatchSource;
  readonly options?: WatchOptions;
  readonly random: () => number;
  /** Returns the name of an event in the world. */
  name(event: WatchEvent): string;
  /** Changes the world during a pause. `done` are the processed events; resolves with false after the last change. */
  change(waitMs: number, done: ReadonlySet<string>): Promise<boolean> | boolean;
}

/** The outcome of a run. */
export interface Outcome {
  /** The processed events, in order. */
  readonly done: string[];
  /** The number of restarts with an unprocessed event. */
  readonly crashes: number;
  /** The number of failed polls. */
  readonly retries: number;
  /** The length of the longest token. */
  readonly longest: number;
}

/** The number of polls after the last change; ten polls read the head of each list. */
const FINAL_POLLS = 40;

/** Runs the program until the world no longer changes. */
export async function runTrial(trial: Trial): Promise<Outcome> {
  const program = new Program(trial);
  while (!program.isOver) await program.run();
  return program.outcome();
}

class Program {
  readonly #trial: Trial;
  readonly #done = new Set<string>();
  readonly #order: string[] = [];
  #stored: string | undefined;
  #last = FINAL_POLLS;
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

  /** Watches until it stops by chance, with or without an unprocessed event, or for good. */
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
    return watch(client, source, {
      maxRetries: 0,
      ...options,
      signal: stop.signal,
      since: this.#stored,
      onPoll: ({ token }) => this.#store(token),
      onRetry: () => void this.#retries++,
      sleep: async (ms) => {
        if (this.#last < FINAL_POLLS || !await change(ms, this.#done)) this.#last--;
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
