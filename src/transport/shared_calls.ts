/**
 * The running calls of a client. Equal calls share a request, and calls that begin together share a time limit.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { abortable, onAbort } from "./abortable.ts";
import type { Call, CallStats, Reply } from "./call.ts";
import { type Means, perform, repeat } from "./perform.ts";
import { exchange } from "./response.ts";
import { type SharedDeadline, SharedDeadlines } from "./shared_deadline.ts";

/** A running request. */
interface InFlight {
  /** The key that equal calls share. */
  readonly key: unknown;
  /** The first call. */
  readonly call: Call;
  readonly stats: CallStats;
  /** Callers that wait for it. */
  callers: number;
  /** Passes the reply to the callers that joined. */
  share?: (reply: Reply | Promise<Reply>) => void;
  /** The frozen reply for callers that joined. */
  shared?: Promise<Reply>;
  /** Ends the request; absent if the first caller can't leave. */
  readonly end?: () => void;
}

/** A request with a shared deadline for its first attempt. */
interface Attempt extends InFlight {
  readonly isWhole: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Undefined once the attempt is over. */
  deadline: SharedDeadline | undefined;
}

const DONE = Promise.resolve();

/** Makes the calls of a client. */
export class SharedCalls {
  readonly #means: Means;
  readonly #joins: boolean;
  readonly #deadlines: SharedDeadlines;
  /** The latest call, so that a single call needs no list. */
  #latest: InFlight | undefined;
  readonly #others = new Map<unknown, InFlight>();

  /**
   * Starts without calls.
   *
   * @param means The dependencies of calls.
   * @param joins Whether equal GETs share a request.
   * @param now A monotonic clock, in milliseconds.
   */
  constructor(means: Means, joins: boolean, now?: () => number) {
    this.#means = means;
    this.#joins = joins;
    this.#deadlines = new SharedDeadlines((deadline) => this.#expire(deadline), now);
  }

  /**
   * Makes a call, or joins a GET to a running equal one with the same token.
   *
   * @param call The call.
   * @param stats The statistics of the call.
   * @param isWhole True for the reply, false for its result.
   * @returns The reply, or the result. Calls that join share one frozen copy. Rejects with a {@linkcode ServiceError},
   * or with the reason of an abort, which ends only this call's wait.
   */
  send(call: Call, stats: CallStats, isWhole: true): Promise<Reply>;
  send(call: Call, stats: CallStats, isWhole: boolean): Promise<unknown>;
  send(call: Call, stats: CallStats, isWhole: boolean): Promise<unknown> {
    const { url, token, isOwnToken, signal, body, isAnonymous } = call;
    const isShared = this.#joins && call.method === "GET" && !call.flags.skipDedupe;
    // Almost all calls use the stored token, so their key needs no string concatenation.
    const key = !isShared ? call : isOwnToken ? `${url} ${token}` : url;
    const latest = this.#latest;
    const equal = latest?.key === key ? latest : this.#others.size ? this.#others.get(key) : undefined;
    if (equal || signal || body?.limit || this.#means.rateLimiter || !token && !isAnonymous) {
      return this.#sendUnusual(key, call, stats, equal).then(isWhole ? undefined : resultOf);
    }
    return new Promise((resolve, reject) => {
      const deadline = call.timeoutMs ? this.#deadlines.enter(call.timeoutMs) : undefined;
      const attempt: Attempt = { key, call, stats, callers: 1, isWhole, resolve, reject, deadline };
      if (latest) this.#others.set(latest.key, latest);
      this.#latest = attempt;
      void this.#try(attempt);
    });
  }

  /** The usual case: sends, reads and returns. */
  async #try(attempt: Attempt): Promise<void> {
    const { call, deadline } = attempt;
    try {
      const reply = await exchange(this.#means, call, deadline?.signal ?? null);
      if (attempt.deadline === deadline) this.#settle(attempt, reply);
    } catch (error) {
      if (attempt.deadline === deadline) this.#recover(attempt, error);
    }
  }

  #settle(attempt: Attempt, reply: Reply): void {
    if (this.#latest === attempt) this.#latest = undefined;
    else this.#others.delete(attempt.key);
    attempt.share?.(reply);
    attempt.resolve(attempt.isWhole ? reply : reply.location ?? reply.body);
    // Lets the caller's code run first, because its next call may share the timer.
    if (attempt.deadline) DONE.then(attempt.deadline.leave);
  }

  /** Continues after a failed first attempt. Retries have separate time limits. */
  #recover(attempt: Attempt, error: unknown): void {
    attempt.deadline?.leave();
    attempt.deadline = undefined;
    repeat(this.#means, attempt.call, attempt.stats, error).then(
      (reply) => this.#settle(attempt, reply),
      (error) => {
        this.#forget(attempt);
        attempt.share?.(Promise.reject(error));
        attempt.reject(error);
      },
    );
  }

  #expire(deadline: SharedDeadline): void {
    for (const attempt of [this.#latest, ...this.#others.values()]) {
      if (attempt && "deadline" in attempt && attempt.deadline === deadline) {
        this.#recover(attempt as Attempt, failure("timeout", "", attempt.call));
      }
    }
  }

  #forget(inFlight: InFlight): void {
    if (this.#latest === inFlight) this.#latest = undefined;
    if (this.#others.get(inFlight.key) === inFlight) this.#others.delete(inFlight.key);
  }

  #sendUnusual(key: unknown, call: Call, stats: CallStats, equal: InFlight | undefined): Promise<Reply> {
    if (equal?.call.token === call.token && equal) return join(equal, call, stats);
    return equal || key === call ? perform(this.#means, call, stats) : this.#begin(key, call, stats);
  }

  /** Makes a call that its caller may leave while others wait, or that has its own turn or time limit. */
  #begin(key: unknown, call: Call, stats: CallStats): Promise<Reply> {
    const controller = call.signal && new AbortController();
    const end = () => {
      this.#forget(inFlight);
      controller?.abort();
    };
    const inFlight: InFlight = { key, call, stats, callers: 1, ...(controller && { end }) };
    if (this.#latest) this.#others.set(this.#latest.key, this.#latest);
    this.#latest = inFlight;
    const reply = perform(this.#means, controller ? { ...call, signal: controller.signal } : call, stats);
    const share = (outcome: Reply | Promise<Reply>) => {
      this.#forget(inFlight);
      inFlight.share?.(outcome);
    };
    reply.then(share, () => share(reply));
    return follow(inFlight, reply, call, stats);
  }
}

/** Waits for an equal call. The reply is frozen, so that callers can't change each other's result. */
function join(equal: InFlight, call: Call, stats: CallStats): Promise<Reply> {
  equal.shared ??= new Promise<Reply>((resolve) => equal.share = resolve).then(frozenCopy);
  equal.callers++;
  return follow(equal, equal.shared, call, stats);
}

async function follow(inFlight: InFlight, reply: Promise<Reply>, call: Call, stats: CallStats): Promise<Reply> {
  const forget = onAbort(call.signal, () => {
    inFlight.callers--;
    if (!inFlight.callers) inFlight.end?.();
  });
  try {
    return await abortable(reply, call.signal);
  } finally {
    forget();
    stats.retries = inFlight.stats.retries;
    stats.token = inFlight.stats.token;
  }
}

/** The result of a call. */
export function resultOf({ body, location }: Reply): unknown {
  return location ?? body;
}

function frozenCopy(reply: Reply): Reply {
  try {
    return { ...reply, body: freeze(structuredClone(reply.body)) };
  } catch (cause) {
    // JSON may be nested more deeply than structuredClone can copy.
    const facts = { code: "invalid_body", reason: "The reply can't be copied", cause } as const;
    throw new ServiceError(reply.status, "", undefined, facts);
  }
}

function freeze(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
