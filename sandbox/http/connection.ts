/** The connection of a request from the network; in-process requests have none. */
export interface Connection {
  readonly remoteAddress: string;
  /** The public URL of the sandbox, if it isn't the listening address. */
  readonly publicUrl: URL | undefined;
  /** Aborts when the peer disconnects or the exchange is complete. */
  readonly signal: AbortSignal;
  /** The `Date` header if the reply has none. */
  date: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  defaultHeaders(headers: Readonly<Record<string, string>>): void;
  /**
   * Takes over the raw exchange, so that the app's reply isn't sent. For replies that a Response can't express, such as
   * a reset before the headers or a malformed chunk.
   */
  hijack(): RawExchange;
}

/** Answers a web request; the connection provides what a Response can't express. */
export type Respond = (request: Request, connection: Connection) => Promise<Response>;

/** An exchange below HTTP. */
export interface RawExchange {
  writeHead(status: number, headers: readonly string[]): void;
  /** Sends a part of a body, and resolves once it is sent. */
  write(piece: Uint8Array): Promise<void>;
  end(): void;
  /** Ends the connection in the middle of a body. */
  destroy(): void;
  reset(): void;
  /** Writes bytes in place of a reply, and ends the connection. */
  say(text: string): void;
}
