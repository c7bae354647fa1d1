import { onAbort } from "../transport/abortable.ts";
import type { LimitedCall, RateLimiter } from "../types/rate_limiter.ts";
import { type Limits, limitsOf, type RateLimiterOptions } from "./options.ts";
import { finish, isPlay, refusal, waitExpired } from "./outcome.ts";
import { Throttle } from "./throttle.ts";
import { PlayQuota } from "./play_quota.ts";
import { FairQueue } from "./fair_queue.ts";

/** The use of an app's limits. */
export interface RateLimiterUsage {
  /** Plays counted since the window opened. */
  plays: number;
  /** The part of the call limits that may be used now: 1, or less after SoundCloud has refused calls. */
  throttle: number;
}

/** The longest sleep between two checks, in milliseconds, because the throttle grows constantly. */
const LONGEST_SLEEP = 1000;

/**
 * A {@linkcode RateLimiter} for one process. Use one instance per app, for all its clients.
 *
 * It limits concurrent calls and calls per time window, serves users in turn, slows down when SoundCloud refuses
 * calls, and counts plays.
 *
 * @example
 * ```ts
 * import { ServiceClient } from "@tonearm/client";
 * import { MemoryRateLimiter } from "@tonearm/client/limits";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const rateLimiter = new MemoryRateLimiter({ concurrency: 2 });
 * const client = new ServiceClient({ ...sandbox.clientConfig, rateLimiter });
 * client.setToken(sandbox.issueTokens().access_token);
 * await Promise.all([1078, 1198, 1001].map((track) => client.tracks.getTrack(track)));
 * console.log(await rateLimiter.usage());
 * ```
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #limits: Limits;
  readonly #throttle: Throttle;
  readonly #plays: PlayQuota;
  readonly #queue = new FairQueue<() => void>();
  /** When ended calls stop counting, the earliest first. */
  readonly #ends: number[] = [];
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pumpedAt = 0;
  #latest = 0;
  #setBackMs = 0;

  /**
   * Creates a rate limiter.
   *
   * @param options The app's limits.
   * @throws {TypeError} When a limit isn't a number.
   * @throws {RangeError} When a limit isn't a whole number or out of bounds.
   */
  constructor(options: RateLimiterOptions = {}) {
    this.#limits = limitsOf(options);
    this.#throttle = new Throttle(this.#limits);
    this.#plays = new PlayQuota(this.#limits);
  }

  /**
   * Runs the work of a call once the limits allow it.
   *
   * @param call The call.
   * @param work Sends it.
   * @returns The result of the work.
   * @throws {ServiceError} With the code `limit`: 429 when plays reach their limit or SoundCloud asks for a pause of
   * `maxWaitMs` or more; 0 when the call gets no turn in time.
   */
  async schedule<T>(call: LimitedCall, work: () => Promise<T>): Promise<T> {
    call.signal?.throwIfAborted();
    const now = this.#now();
    const pause = this.#throttle.pauseMs(now);
    if (pause >= this.#limits.maxWaitMs) throw refusal(call, "pause", pause, 0);
    const play = isPlay(call, this.#limits) ? this.#plays.take(now) : undefined;
    if (play && !play.isLeft) throw refusal(call, "plays", play.endsAt - now, this.#limits.plays);
    const giveBack = () => play && this.#plays.giveBack(play.endsAt);
    const since = await this.#turn(call).catch((error) => {
      giveBack();
      throw error;
    });
    return await finish(work, (outcome) => {
      if (outcome.isRefused) giveBack();
      const endedAt = this.#now();
      this.#running--;
      this.#ends.push(endedAt + this.#limits.windowMs);
      this.#throttle.learn(outcome, since, endedAt);
      this.#plays.learn(outcome, endedAt);
      this.#pump();
    });
  }

  /**
   * Returns the current use of the limits.
   *
   * @returns The plays that were counted, and the throttle.
   */
  usage(): Promise<RateLimiterUsage> {
    const now = this.#now();
    return Promise.resolve({ plays: this.#plays.at(now).used, throttle: this.#throttle.part(now) });
  }

  /** The time of day, which goes on when the clock is set back: no call would have a turn until it caught up. */
  #now(): number {
    this.#setBackMs = Math.max(this.#setBackMs, this.#latest - Date.now());
    return this.#latest = Date.now() + this.#setBackMs;
  }

  /** Waits for the turn of a call. Resolves with the start time. */
  #turn(call: LimitedCall): Promise<number> {
    const { token = "", signal } = call;
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer);
        clearInterval(check);
        forget();
        end();
      };
      const quit = (reason: unknown) => {
        this.#queue.remove(token, grant);
        settle(() => reject(reason));
        this.#pump();
      };
      const grant = () => settle(() => resolve(this.#now()));
      const timer = setTimeout(() => quit(waitExpired(call, this.#limits)), this.#limits.maxWaitMs);
      // Cloudflare Workers stop the timer of #pump() with the request that set it; this one belongs to the call's own.
      const check = setInterval(() => {
        if (this.#now() - this.#pumpedAt >= LONGEST_SLEEP) this.#pump();
      }, LONGEST_SLEEP);
      const forget = onAbort(signal, () => quit(signal?.reason));
      this.#queue.add(token, grant);
      this.#pump();
    });
  }

  /** Grants turns while the limits allow it, and schedules the next check. */
  #pump(): void {
    clearTimeout(this.#timer);
    this.#pumpedAt = this.#now();
    while (!this.#queue.isEmpty) {
      const wait = this.#roomIn(this.#now());
      if (wait > 0) {
        if (wait < Infinity) this.#timer = setTimeout(() => this.#pump(), Math.min(wait, LONGEST_SLEEP));
        return;
      }
      this.#running++;
      this.#queue.next()?.();
    }
  }

  /** How long until another call may start, in milliseconds; `Infinity` if one has to end first. */
  #roomIn(now: number): number {
    const pause = this.#throttle.pauseMs(now);
    if (pause > 0) return pause;
    const part = this.#throttle.part(now);
    const { concurrency, requests } = this.#limits;
    while (this.#ends[0]! <= now) this.#ends.shift();
    // A call counts until a whole window after its end, because SoundCloud may count it that late.
    const isFull = this.#running + this.#ends.length >= share(requests, part);
    if (isFull) return this.#ends.length ? this.#ends[0]! - now : Infinity;
    return this.#running >= share(concurrency, part) ? Infinity : 0;
  }
}

function share(limit: number, part: number): number {
  return Math.max(1, Math.floor(limit * part));
}
