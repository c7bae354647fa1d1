import type { Method, Route } from "../session.ts";

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
  /** Aborted when the attempt has ended: not every runtime cancels a body that it stops sending. */
  readonly signal: AbortSignal;
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
  /** Returns the init of `fetch` for one attempt. It may replace the attempt's time limit. */
  open(call: Call, limit: Limit): RequestInit;
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

/** The kind of response that a route expects. */
export type ReplyKind = NonNullable<Route["expects"]>;

/** How a route is called, and what it may return. */
export type CallFlags = Pick<Route, "expects" | "redirect" | "auth" | "skipCache" | "skipDedupe">;

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
  /** True when the response came from the cache. */
  isCached: boolean;
  /** True for a DELETE whose last attempt may have been carried out. */
  isLost?: boolean;
}

/** A successful response: any 2xx, or a redirect if the route expects one. */
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

/** Wraps the sending of calls with an optional feature: a cache, an observer. */
export type Layer = (next: Send) => Send;
