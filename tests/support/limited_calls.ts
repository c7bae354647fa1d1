/**
 * Calls of rate limiters that begin and end under a test's eyes.
 *
 * @module
 */
import { type ErrorFacts, ServiceError } from "../../src/errors.ts";
import type { LimitedCall, RateLimiter } from "../../src/types/rate_limiter.ts";
import { awaitedLater } from "./promises.ts";
import type { Connected } from "./redis.ts";

/** A call. */
export const call: LimitedCall = { method: "GET", url: "https://api.example/tracks/1", token: "secret-token" };
/** A call that counts as a play. */
export const play: LimitedCall = { ...call, url: "https://api.example/tracks/1/preview" };
/** Work that the service refuses with a 429. */
export function refused(facts: ErrorFacts = {}, body?: unknown): () => Promise<never> {
  return () => Promise.reject(new ServiceError(429, "", body, facts));
}

/** The time between two looks is up to half a second: what a test waits for comes well before this. */
export const SOON_MS = 20_000;

/** Work that begins and ends under a test's eyes. */
export interface Job {
  readonly work: () => Promise<string>;
  /** Settles once it has begun. */
  readonly started: Promise<void>;
  readonly isStarted: () => boolean;
  /** Lets it end, with `done`. */
  readonly end: () => void;
  /** Lets it fail. */
  readonly fail: (reason: unknown) => void;
}

function pending(): Job {
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

/** Hands a call to a rate limiter. */
export function begin(
  rateLimiter: RateLimiter,
  changes: Partial<LimitedCall> = {},
): Job & { readonly result: Promise<string> } {
  const job = pending();
  return { ...job, result: awaitedLater(rateLimiter.schedule({ ...call, ...changes }, job.work)) };
}

/** Waits until so many calls wait in Redis. */
export async function queued({ command }: Connected, count: number): Promise<void> {
  while (await command("ZCARD", "tonearm:{app}:waiting") !== count);
}
