/**
 * A session without a network, which remembers what it was to send.
 *
 * @module
 */
import type { CallOptions, Route, Session } from "../../src/session.ts";
import type { Query } from "../../src/transport/query.ts";

/** A route as a test reads it. */
export interface Recorded {
  method: string;
  path: string;
  query: Query | undefined;
  body: unknown;
  route: Route;
  options: CallOptions | undefined;
}

/** A session that answers with what it was given. */
export interface Recorder extends Session {
  /** What it was to send, in order. */
  readonly sent: readonly Recorded[];
}

/**
 * Makes a recorder.
 *
 * @param replies What it answers, one after the other; an `Error` is thrown. Beyond the last one it answers nothing.
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
