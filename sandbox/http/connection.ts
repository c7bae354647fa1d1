import type { IncomingMessage, ServerResponse } from "node:http";

/** The connection of a request from the network; in-process requests have none. */
export interface Connection {
  /** Address of the peer. */
  readonly remoteAddress: string;
  /** The public URL of the sandbox, if it isn't the listening address. */
  readonly publicUrl: URL | undefined;
  /** Aborts when the peer disconnects or the exchange is complete. */
  readonly signal: AbortSignal;
  /** The `Date` header if the reply has none. */
  date: string | undefined;
  /** Sets default headers of the reply. */
  defaultHeaders(headers: Readonly<Record<string, string>>): void;
  /**
   * Takes over the raw exchange, so that the app's reply isn't sent. For replies that a Response can't express, such as
   * a reset before the headers or a malformed chunk.
   */
  hijack(): { request: IncomingMessage; response: ServerResponse };
}
