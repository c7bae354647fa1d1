/**
 * What a layer needs to be tested alone: a request, a context, and a sender that does as it's told.
 *
 * @module
 */
import { type ErrorFacts, ServiceError } from "../../src/errors.ts";
import type { ApiRequest, Context, Reply, Send } from "../../src/transport/layer.ts";

/** A GET of a track, changed where a test says so. */
export function aRequest(changes: Partial<ApiRequest> = {}): ApiRequest {
  return { method: "GET", url: "https://api.example/tracks/1", headers: {}, ...changes };
}

/** A context with the token `t0`, changed where a test says so. */
export function aContext(changes: Partial<Context> = {}): Context {
  return { token: "t0", timeoutMs: 0, retries: 0, ...changes };
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
  readonly request: ApiRequest;
  readonly context: Context;
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
  const send: Send = async (request, context) => {
    const call = { request, context };
    const outcome = outcomes[Math.min(sent.push(call), outcomes.length) - 1];
    if (outcome instanceof Error) throw outcome;
    if (typeof outcome === "function") return await outcome(call);
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
