import { ServiceError } from "../errors.ts";
import { RefusedLink } from "./list.ts";

/** Factor by which each pause grows while nothing happens. */
const SLOWER = 1.5;

/** The pauses of one watch. */
export class Pace {
  readonly #least: number;
  readonly #most: number;
  #current: number;

  /** Starts with the shortest pause, in milliseconds. */
  constructor(least: number, most: number) {
    [this.#least, this.#most, this.#current] = [least, most, least];
  }

  /** Returns the pause after a completed poll, in milliseconds, varied at random so that watches spread out. */
  after(events: number): number {
    this.#current = events > 0 ? this.#least : Math.min(this.#most, this.#current * SLOWER);
    return Math.round(this.#current * (0.8 + 0.4 * Math.random()));
  }

  /** Returns the pause after a failed poll, in milliseconds: `Retry-After` takes precedence. */
  afterFailure(error: unknown, failures: number): number {
    const asked = error instanceof ServiceError ? error.retryAfterMs : undefined;
    if (asked !== undefined) return Math.round(asked + 1000 * Math.random());
    const backoff = Math.min(this.#most, this.#least * 2 ** Math.min(failures - 1, 20));
    return Math.round(backoff * (0.5 + 0.5 * Math.random()));
  }
}

/** Codes of temporary failures. */
const PASSING: ReadonlySet<string> = new Set([
  "network",
  "timeout",
  "invalid_body",
  "reply_too_large",
  "page_loop",
  "limit",
  "rate_limiter",
]);

/**
 * Tells whether a failed poll may succeed later.
 *
 * @returns False for problems that the caller has to solve, such as a rejected token or an unknown user.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof RefusedLink) return true;
  if (!(error instanceof ServiceError)) return false;
  const { code, status, body, errorCode } = error;
  if (code !== "http") return PASSING.has(code);
  // A 403 may mean a used-up quota; a 403 or 404 without SoundCloud's body comes from a gateway.
  const isOnTheWay = status === 403 || status === 404 ? !body || /quota|rate limit/i.test(errorCode ?? "") : false;
  return isOnTheWay || status < 300 || status === 405 && !body || status === 408 || status === 425 || status === 429 ||
    status > 499;
}
