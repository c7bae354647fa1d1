import { type ErrorFacts, ServiceError } from "../../../src/errors.ts";
import type { LimitedCall, RateLimiter } from "../../../src/types/rate_limiter.ts";
import { ignoreRejection } from "../calls.ts";
import type { Connected } from "./redis.ts";

/** A call. */
export const call: LimitedCall = { method: "GET", url: "https://api.example/tracks/1", token: "secret-token" };
/** A call that counts as a play. */
export const play: LimitedCall = { ...call, url: "https://api.example/tracks/1/preview" };
/** Returns work that the service rejects with a 429. */
export function refused(facts: ErrorFacts = {}, body?: unknown): () => Promise<never> {
  return () => Promise.reject(new ServiceError(429, "", body, facts));
}

/** A limiter polls at least every half second, so expected events happen well before this. */
export const SOON_MS = 20_000;

/** Work that a test controls. */
export interface Job {
  readonly work: () => Promise<string>;
  /** Resolves when the work has started. */
  readonly started: Promise<void>;
  readonly isStarted: () => boolean;
  /** Ends the work with `done`. */
  readonly end: () => void;
  /** Fails the work. */
  readonly fail: (reason: unknown) => void;
}

/** Returns work that ends on request. */
export function pending(): Job {
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  let isStarted = false;
  const work = () => {
    isStarted = true;
    started.resolve();
    return ended.promise;
  };
  const end = () => ended.resolve("done");
  return { work, started: started.promise, end, fail: ended.reject, isStarted: () => isStarted };
}

/** Passes a call to a rate limiter. */
export function begin(
  rateLimiter: RateLimiter,
  changes: Partial<LimitedCall> = {},
): Job & { readonly result: Promise<string> } {
  const job = pending();
  return { ...job, result: ignoreRejection(rateLimiter.schedule({ ...call, ...changes }, job.work)) };
}

/** Waits until a number of calls wait in Redis. */
export async function queued({ command }: Connected, count: number): Promise<void> {
  while (await command("ZCARD", "tonearm:{app}:waiting") !== count);
}
