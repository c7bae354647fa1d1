/**
 * Where the calls of one process wait for their turn in Redis.
 *
 * @module
 */
import type { Limits } from "../limits/options.ts";
import type { Outcome } from "../limits/outcome.ts";
import { notify } from "../transport/abortable.ts";
import { evalScript, type RedisCommand, within } from "./redis_client.ts";
import { KEY_NAMES, readReply, type ScriptName, type ScriptReply, SCRIPTS } from "./redis_rate_limiter_scripts.ts";

/** How the queue works. */
export interface RedisQueueSettings {
  readonly command: RedisCommand;
  /** The prefix of the keys. */
  readonly prefix: string;
  readonly limits: Limits;
  /** How long a call that runs outlives its process, in milliseconds. */
  readonly leaseMs: number;
  /** How long Redis may take for an answer, in milliseconds. */
  readonly replyMs: number;
  /** Hears why, when Redis turns out to be away. */
  readonly onAway: ((error: unknown) => void) | undefined;
}

/** Redis has failed, or is silent. */
export class RedisAway extends Error {}

/** How a call that got its turn ended. */
export interface End extends Outcome {
  /** When its turn came, on the clock of Redis. */
  readonly since: number;
}

/** A call that waits. */
interface Waiting {
  readonly user: string;
  readonly grant: (since: number) => void;
  readonly fail: (reason: unknown) => void;
  /** Whether it was in the queue of Redis. */
  isEntered: boolean;
}

/** How long a process that waits may be silent, in milliseconds. After that its calls lose their turns. */
const ALIVE_MS = 2000;
/** Bounds of a pause between two looks, in milliseconds. */
const LOOK_MS = [20, 500] as const;
/** Pause after Redis was unavailable, in milliseconds. */
const AWAY_MS = 1000;

/** The place in Redis, and the calls of this process that wait for it. */
export class RedisQueue {
  /** Why Redis was away last. */
  failure: unknown;
  readonly #settings: RedisQueueSettings;
  readonly #keys: readonly string[];
  readonly #limits: readonly string[];
  readonly #me = crypto.randomUUID();
  readonly #waiting = new Map<string, Waiting>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  #awayUntil = 0;

  /** Names the place. */
  constructor(settings: RedisQueueSettings) {
    const { limits: { concurrency, requests, windowMs, recoverMs }, leaseMs, prefix } = settings;
    this.#settings = settings;
    this.#keys = KEY_NAMES.map((name) => `${prefix}:${name}`);
    this.#limits = [concurrency, requests, windowMs, recoverMs, leaseMs, ALIVE_MS].map(String);
  }

  /** Whether Redis was away a moment ago. */
  get isAway(): boolean {
    return Date.now() < this.#awayUntil;
  }

  /** Makes the name of a call. */
  ticket(): string {
    return `${this.#me}:${++this.#count}`;
  }

  /** Waits for a call's turn. Resolves with the start time on the clock of Redis; rejects with Redis, or when it's forgotten. */
  turn(ticket: string, user: string): Promise<number> {
    const turn = new Promise<number>((grant, fail) => {
      this.#waiting.set(ticket, { user, grant, fail, isEntered: false });
    });
    // Prevents an unhandled rejection; the error surfaces in enter().
    turn.catch(() => {});
    return turn;
  }

  /** Lets a call wait in Redis. */
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

  /** Reports to Redis that a call has ended; or, without an end, that it was never sent. A play may be taken back. */
  leave(ticket: string, playsEnd: number, end?: End): void {
    const { since = 0, isThrottled = false, pauseMs = 0, noPlaysMs = 0 } = end ?? {};
    const { plays } = this.#settings.limits;
    const times = [Math.ceil(pauseMs), Math.ceil(noPlaysMs)];
    this.#quietly(this.ask("leave", ticket, Number(!!end), since, Number(isThrottled), ...times, plays, playsEnd));
  }

  /** Reports to Redis that a call is still running. */
  renew(ticket: string): void {
    this.#quietly(this.ask("renew", ticket));
  }

  /** Runs a script. When Redis fails or is silent, every waiting call fails too. */
  async ask(name: ScriptName, ...args: (string | number)[]): Promise<ScriptReply> {
    const { command, replyMs } = this.#settings;
    const texts = [...this.#limits, this.#me, ...args.map(String)];
    try {
      const reply = evalScript(command, SCRIPTS[name], this.#keys, texts);
      return await within(replyMs, reply.then((reply) => this.#take(readReply(reply))));
    } catch (error) {
      throw this.#lose(error);
    }
  }

  #lose(cause: unknown): RedisAway {
    const away = new RedisAway("Redis is unavailable", { cause });
    if (!this.isAway) notify(this.#settings.onAway, cause);
    this.#awayUntil = Date.now() + AWAY_MS;
    this.failure = cause;
    for (const ticket of this.#waiting.keys()) this.forget(ticket, away);
    return away;
  }

  /** Gives turns to the calls that have them. A late answer counts, too, because nobody else learns of its turns. */
  #take(reply: ScriptReply): ScriptReply {
    for (const ticket of reply.granted) {
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

  /** Redis has restarted, or took this process for dead. Plays were counted when the calls came. */
  #enterAgain(): void {
    for (const [ticket, { user, isEntered }] of this.#waiting) {
      if (isEntered) this.#quietly(this.enter(ticket, user, false));
    }
  }

  /** Those who wait hear of a failure themselves. */
  #quietly(work: Promise<unknown>): void {
    work.catch(() => {});
  }
}
