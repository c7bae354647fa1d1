/**
 * A call between its route and its reply.
 *
 * @module
 */

/** An HTTP method of the service. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The body of a request: text, form data, or parts that can be read again when the request is retried. */
export type RequestBody = string | FormData | StreamedBody;

/** A body too large for memory: opened again for each attempt, of a known length. */
export interface StreamedBody {
  /** Value of the `Content-Type` header. */
  readonly contentType: string;
  /** Length in bytes. */
  readonly size: number;
  /** False when its source can be read only once: such a request is never retried. */
  readonly repeatable: boolean;
  /**
   * Returns a new body for each attempt.
   *
   * @param watch Called for each chunk that is sent, and when a source fails.
   */
  open(watch?: BodyWatch): NonNullable<RequestInit["body"]>;
}

/** Follows a body while it is sent. */
export interface BodyWatch {
  /** Called for each chunk. */
  onPiece(): void;
  /** Called when the body is complete. */
  onEnd(): void;
  /** Called when its source fails. */
  onError(error: unknown): void;
}

/** The body of a request, in the form that `fetch` takes. */
export interface Payload {
  /** The headers that describe it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** False for a stream that can be read only once: its request is never retried. */
  readonly repeatable?: boolean;
  /** Follows the body while it is sent; then the attempt has no time limit but the one that this sets. */
  readonly watch?: (call: Call, limit: Limit) => BodyWatch;
  /** Returns the init of `fetch` for one attempt. */
  open(watch?: BodyWatch): RequestInit;
}

/** The time limit of a running attempt. */
export interface Limit {
  /** Ends the request. */
  readonly signal: AbortSignal;
  /** Restarts the timer, in milliseconds; 0 for no limit. */
  restart(ms: number): void;
  /** Ends the attempt now. */
  end(reason: unknown): void;
}

/** The kind of reply that a route expects; any other is an error. `any` also accepts text, and an empty reply. */
export type ReplyKind = "object" | "page" | "location" | "json" | "any";

/** How a route is called, and what it may return. */
export interface CallFlags {
  /** The reply's kind. Default `json`: any JSON value, or an empty reply. */
  readonly expects?: ReplyKind | undefined;
  /** A redirect is a reply: its target is the result. */
  readonly redirect?: boolean | undefined;
  /** Sent to the OAuth host, without an access token. */
  readonly auth?: boolean | undefined;
  /** Neither reads from the cache nor writes to it. */
  readonly skipCache?: boolean | undefined;
  /** Not joined to an equal call that is under way. */
  readonly skipDedupe?: boolean | undefined;
}

/** The facts of a call. All fields are constant while the call runs. */
export interface Call {
  readonly flags: CallFlags;
  readonly method: Method;
  /** Absolute URL, query included. */
  readonly url: string;
  /** All headers, with the access token where there is one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Payload | undefined;
  /** The access token, or `undefined`. */
  readonly token: string | undefined;
  /** True when the caller set the token for this call only: it's never refreshed. */
  readonly isOwnToken: boolean;
  /** True when the request carries no access token. */
  readonly isAnonymous: boolean;
  /** The caller's signal. It ends the call, including waits. */
  readonly signal: AbortSignal | undefined;
  /** Time limit of an attempt, in milliseconds; 0 for none. */
  readonly timeoutMs: number;
  /** Attempts after the first; `undefined` for the session's number. */
  readonly maxRetries: number | undefined;
  /** Other fields of the `init` of `fetch`. */
  readonly init?: Readonly<Record<string, unknown>> | undefined;
}

/** What happened during a call. */
export interface CallStats {
  /** Attempts made after the first. */
  retries: number;
  /** The token of the last attempt: a refreshed one differs from the call's. */
  token: string | undefined;
  /** True when the reply came from the cache. */
  isCached: boolean;
}

/** A successful reply: any 2xx, or a redirect if the route expects one. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; `undefined` for an empty body. */
  readonly body: unknown;
  /** The text of `body`. */
  readonly text?: string | undefined;
  /** Target of a redirect. */
  readonly location?: string | undefined;
}

/** Makes a call. Rejects with a {@linkcode ServiceError} for a failure, or with the reason of an abort. */
export type Send = (call: Call, stats: CallStats) => Promise<Reply>;

/** Wraps the sending of calls with an optional feature: a cache, an observer. */
export type Layer = (next: Send) => Send;
