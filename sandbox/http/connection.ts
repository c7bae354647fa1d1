/** The connection of a request from the network; in-process requests have none. */
export interface Connection {
  readonly remoteAddress: string;
  readonly publicUrl: URL | undefined;
  /** Aborts when the peer disconnects or the exchange is complete. */
  readonly signal: AbortSignal;
  date: string | undefined;
  /** Headers that a response has unless it has others of these names. */
  headers: Readonly<Record<string, string>>;
  /** Takes over the exchange, for what a Response can't express: a reset before the headers, or a malformed chunk. */
  hijack(): RawExchange;
}

/** Answers a web request; the connection provides what a Response can't express. */
export type Respond = (request: Request, connection: Connection) => Promise<Response>;

export interface RawExchange {
  writeHead(reply: Response): void;
  write(piece: Uint8Array): Promise<void>;
  end(): void;
  destroy(): void;
  reset(): void;
  say(text: string): void;
}
