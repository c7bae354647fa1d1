/**
 * The shape that every step between a route and a result shares.
 *
 * A sender takes a request and gives its reply; a layer wraps one sender into another. Each concern (retries, the
 * cache, a refreshed token …) is one layer in a file of its own, so that it can be read and tested alone.
 *
 * @module
 */

/** An HTTP method of the service. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a request carries: text, form data, or parts that can be read again when the request has to be repeated. */
export type RequestBody = string | FormData | StreamedBody;

/** A body too large to hold: opened anew for each attempt, its length known beforehand. */
export interface StreamedBody {
  /** Value of the `Content-Type` header. */
  readonly contentType: string;
  /** Length in bytes. */
  readonly size: number;
  /** False when its source can be read only once: such a request is never repeated. */
  readonly repeatable: boolean;
  /** Opens the body from its start. */
  open(): NonNullable<RequestInit["body"]>;
}

/** What a request carries, as a `fetch` takes it. */
export interface Payload {
  /** What the request's headers say of it. */
  readonly headers?: Record<string, string>;
  /** False for a stream that can be read only once: its request is never sent again. */
  readonly repeatable?: boolean;
  /** Opens it from its start, for one attempt. */
  open(): RequestInit;
}

/** One HTTP request, ready to be sent. */
export interface ApiRequest {
  readonly method: Method;
  /** Absolute URL, query included. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: Payload | undefined;
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

/** What a call's layers share. One object a call, so that a layer can count where another reports. */
export interface Context {
  /** The access token of this call. */
  token?: string | undefined;
  /** Sent without a token, as the calls to the OAuth host are. */
  anonymous?: boolean | undefined;
  /** True when the caller gave the token for this call alone: it's then never refreshed. */
  ownToken?: boolean | undefined;
  /** Ends the call, waits included. */
  signal?: AbortSignal | undefined;
  /** Time that one attempt may take, in milliseconds; 0 for no limit. */
  timeoutMs: number;
  /** Attempts made after the first. */
  retries: number;
  /** Neither cached nor joined to another call. */
  fresh?: boolean | undefined;
  /** Not cached: the reply holds links that expire. */
  uncached?: boolean | undefined;
  /** A reply that isn't JSON is its text, not an error. */
  text?: boolean | undefined;
  /** A redirect is an answer, not an error. */
  redirect?: boolean | undefined;
}

/** Sends a request. Rejects with a {@linkcode ServiceError} for a failure, or with the reason of an abort. */
export type Send = (request: ApiRequest, context: Context) => Promise<Reply>;

/** Wraps a sender into a sender that does one thing more. */
export type Layer = (next: Send) => Send;

/**
 * Stacks layers around a sender.
 *
 * @param send The innermost sender.
 * @param layers The layers, outermost first. One that isn't configured isn't in the list.
 * @returns A sender that goes through all of them.
 */
export function compose(send: Send, layers: readonly Layer[]): Send {
  return layers.reduceRight((next, layer) => layer(next), send);
}
