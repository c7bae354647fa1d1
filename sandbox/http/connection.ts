import type { IncomingMessage, ServerResponse } from "node:http";

/** The socket side of a request that came over the network; in-process requests have none. */
export interface Connection {
  /** Address of the peer. */
  readonly remoteAddress: string;
  /** The address by which others reach the sandbox, where that isn't the one it listens on. */
  readonly publicUrl: URL | undefined;
  /** Aborts when the peer has gone, or the exchange is over. */
  readonly signal: AbortSignal;
  /** The `Date` of the answer, where it has none itself. */
  date: string | undefined;
  /** Sets headers that go out with the answer, where it has none of that name itself. */
  defaultHeaders(headers: Readonly<Record<string, string>>): void;
  /**
   * Hands the raw exchange over: whatever the app returns afterwards is not sent. For answers that no Response can
   * express, such as a reset before the headers or a malformed chunk.
   */
  hijack(): { request: IncomingMessage; response: ServerResponse };
}
