// The program's interface to the machine. `main.ts` creates it from the process; tests create their own.

export interface Output {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly rows?: number | undefined;
  /** Resolves when the text is written; throws `ClosedPipe` if the reader has closed the pipe. */
  write(text: string): Promise<void>;
}

export interface Input extends AsyncIterable<Uint8Array> {
  readonly isTTY: boolean;
  /** The same stream, read byte by byte, so that the rest is left to other programs. */
  readonly bytewise?: AsyncIterable<Uint8Array>;
  /** Enables or disables raw mode on a terminal: each key is emitted when it is pressed, without echo. */
  setRawMode?(raw: boolean): void;
}

export interface Pager {
  /** Resolves when the text is sent; throws `ClosedPipe` if the user has quit the pager. */
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Input;
  /** Returns the keyboard of the terminal, even if stdin is a pipe; undefined without a terminal. */
  keyboard?(): Input | undefined;
  /** Starts a pager in front of stdout; absent where no program can be started. */
  openPager?(command: string): Pager;
  /** Stops the program until the shell continues it, as Ctrl-Z does; absent where there is no such signal. */
  suspend?(): void;
  readonly env: Environment;
  readonly fetch: typeof globalThis.fetch;
  /** Aborted by SIGINT, SIGTERM and a closed stdout. */
  readonly signal: AbortSignal;
  /** Returns the current time, in milliseconds since 1970. */
  now(): number;
  /** Keeps the process alive, even after a signal: once a refresh token is sent, the new pair must be stored. */
  protect?<T>(work: Promise<T>): Promise<T>;
  /** Returns the path of the running program, which `upgrade` replaces. */
  executable(): Promise<string>;
  /** Whether this process was started for the command alone, so that it can be started again elsewhere. */
  readonly isProcess?: true;
  /** Lets the command exit by itself after a signal, without a time limit. A second signal still ends the process. */
  endsItself(): void;
}

/** What a running command lends to the host: its machine, and requests that it observes. */
export interface Calls {
  readonly env: Environment;
  readonly host: Pick<Host, "signal">;
  readonly fetch: typeof globalThis.fetch;
  watched(send: typeof globalThis.fetch): typeof globalThis.fetch;
}
