/**
 * A program that watches, stores its place, and is stopped and started again, as often as it can be.
 *
 * @module
 */
import type { ServiceClient, WatchEvent, WatchOptions, WatchSource } from "@tonearm/client";

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
export async function goThrough({ client, source, options, random, name, change }: Trial): Promise<Outcome> {
  const done: string[] = [];
  const doneSet = new Set<string>();
  let [stored, crashes, retries, longest, last]: [string | undefined, number, number, number, number] = [
    undefined,
    0,
    0,
    0,
    LAST_LOOKS,
  ];
  while (last > 0) {
    const stop = new AbortController();
    const watcher = client.watch(source, {
      maxRetries: 0,
      ...options,
      signal: stop.signal,
      since: stored,
      onLook: () => void (stored = watcher.token),
      onRetry: () => void retries++,
      sleep: async (ms, signal) => {
        if (last < LAST_LOOKS || !await change(ms, doneSet)) last--;
        if (last === 0) stop.abort();
        signal?.throwIfAborted();
      },
    });
    const ids = new Set<string>();
    try {
      for await (const event of watcher) {
        if (ids.has(event.id)) throw new Error(`${name(event)} came twice`);
        ids.add(event.id);
        if (random() < 0.005 && ++crashes) break;
        done.push(name(event));
        doneSet.add(name(event));
        stored = watcher.token;
        longest = Math.max(longest, stored?.length ?? 0);
        if (random() < 0.005) break;
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  }
  return { done, crashes, retries, longest };
}
