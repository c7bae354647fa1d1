/**
 * What the suite and its workers say to each other.
 *
 * @module
 */

/** Where a session is kept. */
export interface StoreSettings {
  readonly kind: "file" | "redis" | "postgres";
  /** A path, or the address of a server. */
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
  /** Without a store the tokens are in memory. */
  readonly store?: StoreSettings | undefined;
  /** The owner of the token. Default `user`. */
  readonly whose?: "user" | "app";
  /** Runs an app of another library's documentation instead, on a database in this file. */
  readonly app?: { readonly style: "refreshing" | "saving" | "manual"; readonly database: string };
}

/** A command to a worker. */
export interface Command {
  readonly id: number;
  /**
   * `call` reads the user, `delete` deletes a track, `set` gives the client other tokens, `clear` takes them away.
   */
  readonly do: "call" | "delete" | "set" | "clear";
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
