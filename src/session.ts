// Routes, and the sessions that send them.
//
// An operation builds a route and hands it to a session: the client, or a recorder in a test.
import type { Path } from "./formats/path.ts";
import type { Query } from "./formats/query.ts";

/** An HTTP method of SoundCloud. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What to send: one operation of SoundCloud with its arguments. */
export interface Route {
  /** HTTP method. */
  readonly method: Method;
  /** A path with ids, checked when the call is made; or a safe one: a literal, a `next_href`, a `Location`. */
  readonly path: Path;
  /** Query parameters by their wire names. */
  readonly query?: Query | undefined;
  /** Text, a form, or a plain object, which is sent as JSON. */
  readonly body?: string | object | undefined;
  /** HTTP headers by name, in addition to those of every request. */
  readonly headers?: Record<string, string> | undefined;
  /** Time limit of each attempt, in milliseconds, in place of the session's; 0 for none. */
  readonly timeoutMs?: number | undefined;
  /**
   * The kind of response; any other is an error. `json` is any JSON value, or an empty response; `any` also accepts
   * text. Default `json`.
   */
  readonly expects?: "object" | "page" | "location" | "json" | "any" | undefined;
  /** A redirect is a response: its target is the result. */
  readonly redirect?: boolean | undefined;
  /** Sent to the OAuth host, without an access token. */
  readonly auth?: boolean | undefined;
  /** Neither reads from the cache nor writes to it. */
  readonly skipCache?: boolean | undefined;
  /** Not joined to an equal call that is under way. */
  readonly skipDedupe?: boolean | undefined;
}

/** The parts of a response besides its body. */
export interface ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** HTTP headers. A cached response has none. */
  readonly headers: Headers;
}

/** HTTP headers: by name, as pairs, or a `Headers` object. */
export type HeaderList = Readonly<Record<string, string>> | Headers | readonly (readonly [string, string])[];

/** Options that every operation accepts. */
export interface CallOptions {
  /** Access token for this call only; it overrides the stored one and is never refreshed. */
  token?: string | undefined;
  /** Aborts the call, including waits between attempts. */
  signal?: AbortSignal | undefined;
  /** Time limit of each attempt, in milliseconds, 0 or more; 0 for none. Default: the client's, else 30,000. */
  timeoutMs?: number | undefined;
  /** Attempts after the first, 0 or more. Default: the client's, else 3. */
  maxRetries?: number | undefined;
  /** HTTP headers in any form that `fetch` takes, in addition to those of every request. */
  headers?: HeaderList | undefined;
  /**
   * Other fields of the `init` of `fetch`, such as Next.js's `next` and `cache`, or a `dispatcher`. The library's own
   * method, headers, body, signal and redirect mode take precedence.
   */
  init?: Readonly<Record<string, unknown>> | undefined;
  /** Called with the status and the headers of the response, before the call resolves. */
  onResponse?: ((response: ResponseInfo) => void) | undefined;
  /** Base URL of SoundCloud, for a standalone call. Default `https://api.soundcloud.com`. */
  baseUrl?: string | undefined;
  /** Base URL of the OAuth host, for a standalone call. Default `https://secure.soundcloud.com`. */
  authUrl?: string | undefined;
  /** Replaces the runtime's `fetch`, for a standalone call. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Options of a client's method: those of its function, without the URLs and the `fetch`, which the client has. */
export type MethodOptions<O extends CallOptions = CallOptions> = Omit<O, "baseUrl" | "authUrl" | "fetch">;

/** Sends routes. */
export interface Session {
  /** Base URL of SoundCloud, onto which page links are rebased. Default: the links' own hosts. */
  readonly baseUrl?: string;
  /** Access token of all its calls, if it has its own. */
  readonly token?: string;
  /**
   * Sends a route.
   *
   * @returns The parsed JSON, the target of a redirect, or `undefined` for an empty success.
   */
  send(route: Route, options?: CallOptions): Promise<unknown>;
}

/** What makes the call: an access token, which keeps no state, or a session, which does. */
export type TokenSource = string | Session;
