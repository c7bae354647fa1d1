/**
 * What a call is, on its way from a route to a reply.
 *
 * @module
 */

/** An HTTP method of the service. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a request carries: text, form data, or parts that can be read again when the request is repeated. */
export type RequestBody = string | FormData | StreamedBody;

/** A body too large to hold: opened anew for each attempt, its length known beforehand. */
export interface StreamedBody {
  /** Value of the `Content-Type` header. */
  readonly contentType: string;
  /** Length in bytes. */
  readonly size: number;
  /** False when its source can be read only once: such a request is never repeated. */
  readonly repeatable: boolean;
  /**
   * Returns a new body for each attempt.
   *
   * @param watch Told of each piece that is handed over, and of a source that fails.
   */
  open(watch?: BodyWatch): NonNullable<RequestInit["body"]>;
}

/** Follows a body while it is sent. */
export interface BodyWatch {
  /** Called for each piece. */
  onPiece(): void;
  /** Called when the body is complete. */
  onEnd(): void;
  /** Called when its source fails. */
  onError(error: unknown): void;
}

/** What a request carries, as `fetch` takes it. */
export interface Payload {
  /** The headers that describe it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** False for a stream that can be read only once: its request is never repeated. */
  readonly repeatable?: boolean;
  /** Limits the time of an attempt in its own way. */
  readonly limit?: (call: Call, attempt: Attempt) => Promise<Reply>;
  /** Returns the init of `fetch` for one attempt. */
  open(watch?: BodyWatch): RequestInit;
}

/** Makes one attempt of a call, whose body can be followed. */
export type Attempt = (signal: AbortSignal, watch?: BodyWatch) => Promise<Reply>;

/** The kind of reply that a route expects; any other is an error. `any` also accepts text, and an empty reply. */
export type ReplyKind = "object" | "page" | "location" | "json" | "any";

/** How the call of a route is made and what its reply may be. */
export interface CallFlags {
  /** The reply's kind. Default `json`: any JSON value, or an empty reply. */
  readonly expects?: ReplyKind | undefined;
  /** A redirect is a reply: its target is the result. */
  readonly redirect?: boolean | undefined;
  /** Sent to the OAuth host, without an access token. */
  readonly auth?: boolean | undefined;
  /** Neither read from the cache nor kept in it. */
  readonly skipCache?: boolean | undefined;
  /** Not joined to an equal call that is under way. */
  readonly skipDedupe?: boolean | undefined;
}

/** The facts of a call. None of them changes while it is under way. */
export interface Call {
  readonly flags: CallFlags;
  readonly method: Method;
  /** Absolute URL, query included. */
  readonly url: string;
  /** All headers, with the access token where there is one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Payload | undefined;
  /** The access token; `undefined` when there is none. */
  readonly token: string | undefined;
  /** True when the caller gave the token for this call alone: it is never refreshed. */
  readonly isOwnToken: boolean;
  /** True when the request carries no access token. */
  readonly isAnonymous: boolean;
  /** The caller's signal. It ends the call, waits included. */
  readonly signal: AbortSignal | undefined;
  /** Time limit of an attempt, in milliseconds; 0 for none. */
  readonly timeoutMs: number;
  /** Attempts after the first; `undefined` for the session's number. */
  readonly maxRetries: number | undefined;
}

/** What happened during a call. */
export interface CallStats {
  /** Attempts made after the first. */
  retries: number;
  /** The token that the reply came for: not the call's when that was refreshed. */
  token: string | undefined;
  /** True when the reply came from the cache. */
  isCached: boolean;
}

/** A reply that the service meant as a success: any 2xx, or a redirect where the route expects one. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; `undefined` for an empty body. */
  readonly body: unknown;
  /** Target of a redirect. */
  readonly location?: string | undefined;
}

/** Makes a call. Rejects with a {@linkcode ServiceError} for a failure, or with the reason of an abort. */
export type Send = (call: Call, stats: CallStats) => Promise<Reply>;

/** Wraps what makes calls, for what a user switches on: a cache, an observer. */
export type Layer = (next: Send) => Send;
