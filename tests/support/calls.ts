/**
 * What a step of a call needs to be tested alone: a call, its statistics, and a sender that does as it's told.
 *
 * @module
 */
import { type ErrorFacts, ServiceError } from "../../src/errors.ts";
import type { Call, CallStats, Reply, Send } from "../../src/transport/call.ts";
import { type Means, perform } from "../../src/transport/perform.ts";
import { recover } from "../../src/transport/recover.ts";
import { type Refresh, refreshing } from "../../src/transport/refresh_token.ts";
import type { RetryConfig } from "../../src/types/config.ts";

/** A GET of a track with the token `t0`, changed where a test says so. */
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

/** The statistics of a call that begins. */
export function aStats(): CallStats {
  return { retries: 0, token: "t0", isCached: false };
}

/** What calls are made with: one attempt, without a limit on its time. */
export function means(fetch: typeof globalThis.fetch, changes: Partial<Means> = {}): Means {
  const retry = { maxRetries: 0, retryBaseDelay: 0 };
  return { fetch, retry, maxReplyBytes: 2 ** 25, ...changes };
}

/** Makes one call over a `fetch`. */
export function performed(fetch: typeof globalThis.fetch, call: Partial<Call> = {}): Promise<Reply> {
  return perform(means(fetch), aCall(call), aStats());
}

/** A sender whose failures are recovered from. */
export function recovering(send: Send, { refresh, ...given }: { retry?: RetryConfig; refresh?: Refresh }): Send {
  const settings = { retry: { maxRetries: 0, retryBaseDelay: 0 }, refresh: refresh && refreshing(refresh), ...given };
  return (call, stats) =>
    send(call, stats).catch((error) => recover(error, call, stats, settings, (again) => send(again, stats)));
}

/** A successful reply. */
export function aReply(body: unknown, changes: Partial<Reply> = {}): Reply {
  return { status: 200, headers: new Headers(), body, ...changes };
}

/** The error of a reply with this status, or with 0 and the code of a failure without a reply. */
export function failure(status: number, facts: ErrorFacts = {}, body?: unknown): ServiceError {
  return new ServiceError(status, "", body, facts);
}

/** A call that reached a sender. */
export interface Sent {
  readonly call: Call;
  readonly stats: CallStats;
}

/** What a sender does: reject with an error, resolve to a reply, or whatever a function does. */
export type Outcome = Error | Reply | ((sent: Sent) => Reply | Promise<Reply>);

/** A sender with a memory. */
export interface Sender {
  readonly send: Send;
  readonly sent: Sent[];
}

/**
 * Makes a sender.
 *
 * @param outcomes What it does, in order; beyond the last one, the last one again.
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

/** Waits until the platform has run what it was about to run, also while time is faked. */
export function settle(): Promise<void> {
  return new Promise((resolve) => realTimeout(resolve));
}
