import type { Limits } from "../limits/options.ts";
import type { Outcome } from "../limits/outcome.ts";
import { inTime, notify } from "../transport/callbacks.ts";
import { evalScript, noAnswer, type RedisCommand } from "./redis_client.ts";
import { KEY_NAMES, type ScriptReply, SCRIPTS } from "./redis_rate_limiter_scripts.ts";

/** How the queue works. */
export interface RedisQueueSettings {
  readonly command: RedisCommand;
  /** The prefix of the keys. */
  readonly prefix: string;
  readonly limits: Limits;
  /** How long a running call counts after its process has ended, in milliseconds. */
  readonly leaseMs: number;
  /** Timeout of a Redis command, in milliseconds. */
  readonly replyMs: number;
  /** Called with the error when Redis becomes unavailable. */
  readonly onAway: ((error: unknown) => void) | undefined;
}

/** Redis has failed or doesn't answer. */
export class RedisUnavailable extends Error {}

interface Waiting {
  readonly user: string;
  readonly grant: (since: number) => void;
  readonly fail: (reason: unknown) => void;
  /** Whether it was in the queue of Redis. */
  isEntered: boolean;
}

/** How long a waiting process may be silent before its calls lose their turns, in milliseconds. */
const ALIVE_MS = 2000;
/** Bounds of the polling interval, in milliseconds. */
const LOOK_MS = [20, 500] as const;
/** Pause after Redis was unavailable, in milliseconds. */
const RETRY_MS = 1000;

/** The queue in Redis, and the calls of this process that wait in it. */
export class RedisQueue {
  /** The last error of Redis. */
  failure: unknown;
  readonly #settings: RedisQueueSettings;
  readonly #keys: readonly string[];
  readonly #limits: readonly string[];
  readonly #me = crypto.randomUUID();
  readonly #waiting = new Map<string, Waiting>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  #unavailableUntil = 0;

  /** Creates a queue. */
  constructor(settings: RedisQueueSettings) {
    const { limits: { concurrency, requests, windowMs, recoverMs }, leaseMs, prefix } = settings;
    this.#settings = settings;
    this.#keys = KEY_NAMES.map((name) => `${prefix}:${name}`);
    this.#limits = [concurrency, requests, windowMs, recoverMs, leaseMs, ALIVE_MS].map(String);
  }

  /** Whether Redis was unavailable within the last second. */
  get isUnavailable(): boolean {
    return Date.now() < this.#unavailableUntil;
  }

  /** Creates the id of a call. */
  ticket(): string {
    return `${this.#me}:${++this.#count}`;
  }

  /**
   * Waits for a call's turn. Resolves with the start time by the clock of Redis; rejects when Redis fails or the call
   * is forgotten.
   */
  turn(ticket: string, user: string): Promise<number> {
    const turn = new Promise<number>((grant, fail) => {
      this.#waiting.set(ticket, { user, grant, fail, isEntered: false });
    });
    // Prevents an unhandled rejection; the error surfaces in enter().
    turn.catch(() => {});
    return turn;
  }

  /** Enters a call into the queue in Redis. */
  async enter(ticket: string, user: string, isPlay: boolean): Promise<ScriptReply> {
    const { plays, maxWaitMs } = this.#settings.limits;
    const reply = await this.ask("enter", ticket, user, Number(isPlay), plays, maxWaitMs);
    const waiting = this.#waiting.get(ticket);
    if (waiting) waiting.isEntered = !reply.reason;
    return reply;
  }

  /** Ends the wait of a call in this process. */
  forget(ticket: string, reason: unknown): void {
    this.#waiting.get(ticket)?.fail(reason);
    this.#waiting.delete(ticket);
    if (!this.#waiting.size) clearTimeout(this.#timer);
  }

  /**
   * Reports to Redis that a call has ended, with the time when its turn came by the clock of Redis; or, without an end,
   * that it was never sent. A play may be subtracted.
   */
  leave(ticket: string, playsEnd: number, end?: Outcome & { readonly since: number }): void {
    const { since = 0, isThrottled = false, pauseMs = 0, noPlaysMs = 0 } = end ?? {};
    const { plays } = this.#settings.limits;
    this.#quietly(
      this.ask("leave", ticket, Number(!!end), since, Number(isThrottled), pauseMs, noPlaysMs, plays, playsEnd),
    );
  }

  /** Reports to Redis that a call is still running. */
  renew(ticket: string): void {
    this.#quietly(this.ask("renew", ticket));
  }

  /** Runs a script. When Redis fails or is silent, every waiting call fails too. */
  async ask(name: keyof typeof SCRIPTS, ...args: (string | number)[]): Promise<ScriptReply> {
    const { command, replyMs } = this.#settings;
    const texts = [...this.#limits, this.#me, ...args.map(String)];
    try {
      const reply = evalScript(command, SCRIPTS[name], this.#keys, texts);
      return await inTime(() => reply.then((text) => this.#take(JSON.parse(String(text)))), replyMs, noAnswer);
    } catch (error) {
      throw this.#lose(error);
    }
  }

  #lose(cause: unknown): RedisUnavailable {
    const error = new RedisUnavailable("Redis is unavailable", { cause });
    if (!this.isUnavailable) notify(this.#settings.onAway, cause);
    this.#unavailableUntil = Date.now() + RETRY_MS;
    this.failure = cause;
    for (const ticket of this.#waiting.keys()) this.forget(ticket, error);
    return error;
  }

  /** Starts the calls that got their turns. A late answer counts too, because no other process learns of its turns. */
  #take(reply: ScriptReply): ScriptReply {
    for (const ticket of reply.granted.split(" ").filter(Boolean)) {
      const waiting = this.#waiting.get(ticket);
      this.#waiting.delete(ticket);
      if (waiting) waiting.grant(reply.now);
      else this.leave(ticket, 0);
    }
    clearTimeout(this.#timer);
    if (!this.#waiting.size) return reply;
    const [least, most] = LOOK_MS;
    const pause = Math.min(most, Math.max(least * (0.5 + Math.random()), reply.waitMs));
    this.#timer = setTimeout(() => this.#quietly(this.ask("look")), pause);
    if (!reply.isKnown) this.#enterAgain();
    return reply;
  }

  /** Enters all calls again after Redis restarted or took this process for dead. Their plays are already counted. */
  #enterAgain(): void {
    for (const [ticket, { user, isEntered }] of this.#waiting) {
      if (isEntered) this.#quietly(this.enter(ticket, user, false));
    }
  }

  /** Ignores errors, because the waiting calls get them. */
  #quietly(work: Promise<unknown>): void {
    work.catch(() => {});
  }
}
