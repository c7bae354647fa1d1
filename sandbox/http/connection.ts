import type { IncomingMessage, ServerResponse } from "node:http";

/** The socket of a request from the network; in-process requests have none. */
export interface Connection {
  /** Address of the peer. */
  readonly remoteAddress: string;
  /** The address by which others reach the sandbox, where that isn't the one it listens on. */
  readonly publicUrl: URL | undefined;
  /** Aborts when the peer has gone, or the exchange is over. */
  readonly signal: AbortSignal;
  /** The `Date` of a reply without one. */
  date: string | undefined;
  /** Sets headers of the reply that it doesn't set itself. */
  defaultHeaders(headers: Readonly<Record<string, string>>): void;
  /**
   * Takes over the raw exchange: the app's later reply isn't sent. For answers that no Response can express, such as a
   * reset before the headers or a malformed chunk.
   */
  hijack(): { request: IncomingMessage; response: ServerResponse };
}
