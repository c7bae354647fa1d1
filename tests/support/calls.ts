import { type ErrorFacts, ServiceError } from "../../src/errors.ts";
import type { Call, CallStats, Layer, Reply, Send } from "../../src/transport/call.ts";
import { type Means, perform } from "../../src/transport/perform.ts";
import { recover } from "../../src/transport/recover.ts";
import { type Refresh, refreshing } from "../../src/transport/refresh_token.ts";
import type { RetryConfig } from "../../src/types/config.ts";
import type { CallOptions, Route, Session } from "../../src/session.ts";
import type { Query } from "../../src/formats/query.ts";

/** Returns a GET of a track with the token `t0`, with the given changes. */
export function aCall(changes: Partial<Call> = {}): Call {
  return {
    flags: {},
    method: "GET",
    url: "https://api.example/tracks/1",
    headers: {},
    body: undefined,
    token: "t0",
    isOwnToken: false,
    isAnonymous: false,
    signal: undefined,
    timeoutMs: 0,
    maxRetries: undefined,
    ...changes,
  };
}

/** Returns the statistics of a new call. */
export function aStats(): CallStats {
  return { retries: 0, token: "t0", isCached: false };
}

/** Returns the dependencies of a call: one attempt without a timeout. */
export function means(fetch: typeof globalThis.fetch, changes: Partial<Means> = {}): Means {
  return { fetch, maxRetries: 0, retryBaseDelay: 0, maxReplyBytes: 2 ** 25, ...changes };
}

/** Performs a call over a `fetch`. */
export function performed(fetch: typeof globalThis.fetch, call: Partial<Call> = {}): Promise<Reply> {
  return perform(means(fetch), aCall(call), aStats());
}

/** Returns a sender with retries. */
export function recovering(send: Send, { refresh, ...given }: Partial<RetryConfig> & { refresh?: Refresh }): Send {
  const settings = { maxRetries: 0, retryBaseDelay: 0, ...given };
  const retrying: Send = (call, stats) =>
    send(call, stats).catch((error) => recover(error, call, stats, settings, () => send(call, stats)));
  return refresh ? renewing(refresh)(retrying) : retrying;
}

/** Adds refreshes to a sender. */
export function renewing(refresh: Refresh): Layer {
  return (next) => {
    const renew = refreshing(refresh, next);
    return (...call) => next(...call).catch((error) => renew(error, ...call));
  };
}

/** Returns a successful reply. */
export function aReply(body: unknown, changes: Partial<Reply> = {}): Reply {
  return { status: 200, headers: new Headers(), body, ...changes };
}

/** Returns the error of a reply with this status; 0 is a failure without a reply, with a code. */
export function failure(status: number, facts: ErrorFacts = {}, body?: unknown): ServiceError {
  return new ServiceError(status, "", body, facts);
}

/** A call that reached a sender. */
export interface Sent {
  readonly call: Call;
  readonly stats: CallStats;
}

/** The outcome of a call: an error, a reply, or the result of a function. */
export type Outcome = Error | Reply | ((sent: Sent) => Reply | Promise<Reply>);

/** A sender that records its calls. */
export interface Sender {
  readonly send: Send;
  readonly sent: Sent[];
}

/**
 * Creates a sender.
 *
 * @param outcomes Its outcomes, in order; the last one repeats.
 */
export function sender(...outcomes: Outcome[]): Sender {
  const sent: Sent[] = [];
  const send: Send = async (call, stats) => {
    const given = { call, stats };
    const outcome = outcomes[Math.min(sent.push(given), outcomes.length) - 1];
    if (outcome instanceof Error) throw outcome;
    if (typeof outcome === "function") return await outcome(given);
    if (!outcome) throw new Error("the sender was given nothing to do");
    return outcome;
  };
  return { send, sent };
}

const realTimeout = setTimeout;

/** Waits until the event loop has run the pending work, also with faked time. */
export function settle(): Promise<void> {
  return new Promise((resolve) => realTimeout(resolve));
}

/** Prevents an unhandled rejection, which would end the whole test file; the error still surfaces on await. */
export function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** A recorded route. */
export interface Recorded {
  method: string;
  path: string;
  query: Query | undefined;
  body: unknown;
  route: Route;
  options: CallOptions | undefined;
}

/** A session with scripted replies. */
export interface Recorder extends Session {
  /** The recorded calls, in order. */
  readonly sent: readonly Recorded[];
}

/**
 * Creates a recorder.
 *
 * @param replies The replies, in order; an `Error` is thrown. After the last one, the reply is undefined.
 */
export function recorder(...replies: unknown[]): Recorder {
  const sent: Recorded[] = [];
  return {
    sent,
    // deno-lint-ignore require-await -- a session rejects, it doesn't throw
    async send(route, options) {
      const { method, query, body } = route;
      const path = typeof route.path === "string" ? route.path : route.path();
      sent.push({ method, path, query, body, route, options });
      const reply = replies.shift();
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
}
