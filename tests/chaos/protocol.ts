/** A kind of place. */
export type Kind =
  | "file"
  | "long-file"
  | "redis"
  | "ioredis"
  | "redis-cluster"
  | "ioredis-cluster"
  | "redis-sentinel"
  | "ioredis-sentinel"
  | "postgres"
  | "pgbouncer-session"
  | "pgbouncer-transaction"
  | "http"
  | "http-weak"
  | "kv";

/** Where a session is kept. */
export interface StoreSettings {
  readonly kind: Kind;
  /** A path, the address of a server, or the ports of several. */
  readonly place: string;
  /** Key of the session, where the place has many. */
  readonly key?: string;
}

/** What a worker is started with. */
export interface Settings {
  readonly config: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly [setting: string]: unknown;
  };
  /** The name of a bug that the process has. */
  readonly bug?: string | undefined;
  /** Without a store the tokens are in memory. */
  readonly store?: StoreSettings | undefined;
  /** The owner of the token. Default `user`. */
  readonly whose?: "user" | "app";
}

/** A command to a worker. */
export interface Command<Name = "call" | "delete" | "set" | "clear"> {
  readonly id: number;
  /**
   * `call` reads the user, `delete` deletes a track, `set` gives the client other tokens, `clear` takes them away.
   */
  readonly do: Name;
  readonly args?: readonly string[];
}

/** What came of a command. */
export interface Answer {
  readonly id: number;
  readonly ok: boolean;
  /** The user's name, or the message of the error. */
  readonly value: string;
  /** The code of a `ServiceError`; `untyped` for any other error, `hang` for no answer, `dead` for an ended process. */
  readonly code?: string;
  /** Whether the error says that the user has to sign in again. */
  readonly isOver?: boolean;
}
