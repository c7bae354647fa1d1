import type { CallOptions, Route, Session } from "../../../src/session.ts";
import type { Query } from "../../../src/formats/query.ts";

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
