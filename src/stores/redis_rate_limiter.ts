import { LONGEST_TIMER } from "../checks.ts";
import { failure } from "../failure.ts";
import { MemoryRateLimiter, type RateLimiterUsage } from "../limits/memory_rate_limiter.ts";
import { type Limits, limitsOf, type RateLimiterOptions } from "../limits/options.ts";
import { finish, isPlay, refusal, waitExpired } from "../limits/outcome.ts";
import { abortable } from "../transport/abortable.ts";
import { tokenHash } from "../transport/cache.ts";
import type { LimitedCall, RateLimiter } from "../types/rate_limiter.ts";
import { type RedisClient, redisCommand } from "./redis_client.ts";
import { RedisQueue, RedisUnavailable } from "./redis_queue.ts";

/** Options of {@linkcode RedisRateLimiter}. */
export interface RedisRateLimiterOptions extends RateLimiterOptions {
  /** Prefix of its keys. Default `tonearm:`. */
  prefix?: string | undefined;
  /** How long the calls of a dead process count, in milliseconds. A live process renews its calls. Default 15,000. */
  leaseMs?: number | undefined;
  /** How long Redis may take to answer before it counts as unavailable, in milliseconds. Default 1,000. */
  replyMs?: number | undefined;
  /**
   * What to do while Redis is unavailable. `fallback`, the default: each process applies the limits by itself, so that
   * an outage of Redis isn't an outage of the app; SoundCloud still rejects calls above its limits. `reject`: calls
   * fail with a `ServiceError` of the code `rate_limiter`.
   */
  onUnavailable?: "fallback" | "reject" | undefined;
  /** Called with the error each time Redis becomes unavailable. */
  onAway?: ((error: unknown) => void) | undefined;
}

/**
 * A {@linkcode RateLimiter} in Redis: all processes of an app share its limits, and its users take turns across
 * processes.
 *
 * All times come from Redis, so clocks needn't agree. The turns of a dead process expire. Keys contain the app's id,
 * and only hashes of the users' tokens. All processes should have the same limits. Redis has to be version 5 or newer,
 * and should keep its data over a restart, because it counts the plays.
 *
 * @example
 * ```ts ignore
 * import { createClient } from "redis";
 * import { ServiceClient } from "@tonearm/client";
 * import { RedisRateLimiter } from "@tonearm/client/redis";
 *
 * const redis = await createClient().connect();
 * const rateLimiter = new RedisRateLimiter(redis, "id", { onAway: (error) => console.warn("Redis is unavailable", error) });
 * const client = new ServiceClient({ clientId: "id", clientSecret: "secret", rateLimiter });
 * console.log(await rateLimiter.usage());
 * ```
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #queue: RedisQueue;
  readonly #limits: Limits;
  readonly #fallback: MemoryRateLimiter | undefined;
  readonly #leaseMs: number;
  readonly #hash = tokenHash();

  /**
   * Creates a rate limiter.
   *
   * @param client The caller's client, connected.
   * @param app The app's client id.
   * @param options The app's limits, the same in every process; and how the rate limiter works.
   * @throws {TypeError} When the client is invalid, the app is empty, or a limit isn't a number.
   * @throws {RangeError} When a number is out of bounds.
   */
  constructor(client: RedisClient, app: string, options: RedisRateLimiterOptions = {}) {
    const { prefix = "tonearm:", leaseMs = 15_000, replyMs = 1000, onUnavailable = "fallback", onAway, ...limits } =
      options;
    if (typeof app !== "string" || !app) throw new TypeError("Cannot make a rate limiter: the app is empty");
    for (const [name, value] of Object.entries({ leaseMs, replyMs })) {
      if (!(value > 0)) throw new RangeError(`Cannot make a rate limiter: ${name} is ${value}; it must be more than 0`);
    }
    // A timer with a longer delay fires at once.
    if (leaseMs > LONGEST_TIMER) throw new RangeError("Cannot make a rate limiter: leaseMs must be less than 2 ** 31");
    this.#limits = limitsOf(limits);
    this.#leaseMs = leaseMs;
    this.#fallback = onUnavailable === "fallback" ? new MemoryRateLimiter(limits) : undefined;
    // The braces put the keys into one slot of a cluster.
    this.#queue = new RedisQueue({
      // A late answer counts too, so the queue itself limits the wait.
      command: redisCommand(client, 0),
      prefix: `${prefix}{${app}}`,
      limits: this.#limits,
      leaseMs,
      replyMs,
      onAway,
    });
  }

  /**
   * Runs the work of a call once the limits allow it.
   *
   * @param call The call.
   * @param work Sends it.
   * @returns The result of the work.
   * @throws {ServiceError} With the code `limit`: 429 when plays reach their limit or SoundCloud asks for a pause longer
   * than `maxWaitMs`; 0 when the call gets no turn in time. With the code `rate_limiter` when Redis is unavailable and
   * `onUnavailable` is `reject`.
   */
  async schedule<T>(call: LimitedCall, work: () => Promise<T>): Promise<T> {
    call.signal?.throwIfAborted();
    const permit = await this.#admit(call);
    if (!permit) return await this.#withoutRedis(call, work);
    const { ticket, since, playsEnd } = permit;
    const beat = setInterval(() => this.#queue.renew(ticket), this.#leaseMs / 3);
    return await finish(work, (outcome) => {
      clearInterval(beat);
      this.#queue.leave(ticket, outcome.isRefused ? playsEnd : 0, { ...outcome, since });
    });
  }

  /**
   * Returns the current use of the limits by all processes.
   *
   * @returns The plays that were counted, and the throttle.
   * @throws {Error} When Redis is unavailable.
   */
  async usage(): Promise<RateLimiterUsage> {
    const { plays, throttle } = await this.#queue.ask("look");
    return { plays, throttle };
  }

  async #withoutRedis<T>(call: LimitedCall, work: () => Promise<T>): Promise<T> {
    if (this.#fallback) return await this.#fallback.schedule(call, work);
    throw failure("rate_limiter", "Redis is unavailable", call, { cause: this.#queue.failure });
  }

  /** Waits for the turn of a call. Returns `undefined` when Redis is unavailable. */
  async #admit(call: LimitedCall) {
    const queue = this.#queue;
    if (queue.isUnavailable) return undefined;
    const user = await this.#hash(call.token ?? "");
    const ticket = queue.ticket();
    const turn = queue.turn(ticket, user);
    const entering = queue.enter(ticket, user, isPlay(call, this.#limits));
    const late = setTimeout(() => queue.forget(ticket, waitExpired(call, this.#limits)), this.#limits.maxWaitMs);
    try {
      const { reason, reasonMs, playsEnd } = await abortable(entering, call.signal);
      if (reason) throw refusal(call, reason, reasonMs, this.#limits.plays);
      return { ticket, since: await abortable(turn, call.signal), playsEnd };
    } catch (error) {
      queue.forget(ticket, error);
      if (error instanceof RedisUnavailable) return undefined;
      // Its entry may still be pending.
      entering.then(({ playsEnd }) => queue.leave(ticket, playsEnd), () => {});
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
}
