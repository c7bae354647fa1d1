/**
 * The program's interface to the machine. `main.ts` creates it from the process; tests create their own.
 *
 * @module
 */

/** One of the two streams that are written to. */
export interface Output {
  /** Whether it's a terminal. */
  readonly isTTY: boolean;
  /** Its number of columns, if known. */
  readonly columns: number | undefined;
  /** Resolves when the text was written; throws `ClosedPipe` when the reader is gone. */
  write(text: string): Promise<void>;
}

/** The stream that is read from. */
export interface Input extends AsyncIterable<Uint8Array> {
  /** Whether it's a terminal. */
  readonly isTTY: boolean;
  /** The same stream, of which only the bytes that are asked for are read. Default: it's read in larger pieces. */
  readonly bytewise?: AsyncIterable<Uint8Array>;
  /** Emits each key when it's pressed, without echo, if it's a terminal. */
  setRawMode?(raw: boolean): void;
}

/** What shows a long result screen by screen. */
export interface Pager {
  /** Resolves when the text is on its way; throws `ClosedPipe` when the person has left it. */
  write(text: string): Promise<void>;
  /** Resolves when the person has left it. */
  close(): Promise<void>;
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The machine. */
export interface Host {
  /** The result goes here. */
  readonly stdout: Output;
  /** Everything else goes here. */
  readonly stderr: Output;
  /** Where ids, secrets and confirmations come from. */
  readonly stdin: Input;
  /** The keyboard of the terminal, even if stdin is a pipe; undefined without a terminal. */
  keyboard?(): Input | undefined;
  /** Starts a pager in front of stdout; undefined where no program can be started. */
  openPager?(command: string): Pager;
  /** The environment. */
  readonly env: Environment;
  /** The network. */
  readonly fetch: typeof globalThis.fetch;
  /** Aborted by SIGINT, SIGTERM and a closed stdout. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Keeps the process alive for work that must not be interrupted, even by a signal: after a refresh token was sent,
   * the new pair must be stored. Default: none.
   */
  protect?<T>(work: Promise<T>): Promise<T>;
  /** Leaves the end after a signal to the command, however long it takes. A second signal still ends it. */
  endsItself(): void;
}
