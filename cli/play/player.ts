/**
 * The interface of every player.
 *
 * @module
 */

/** How a sound came to its end. */
export type Ending =
  /** It was played to its end. */
  | { readonly kind: "ended" }
  /** `stop()` ended it, or a key of the desktop, which says where to go. */
  | { readonly kind: "stopped"; readonly direction?: "next" | "previous" | "quit" }
  /** It broke off, or never began; another address may help unless the player itself is gone. */
  | { readonly kind: "failed"; readonly message: string; readonly isGone: boolean };

/** Where a player is in a sound. */
export interface Position {
  /** Seconds from the beginning. */
  readonly seconds: number;
  /** Its length, if the player knows it. */
  readonly durationSeconds: number | undefined;
  /** Whether it pauses. */
  readonly isPaused: boolean;
  /** Percent, if the player reports it. */
  readonly volume: number | undefined;
}

/** A sound to be played. */
export interface Sound {
  /** The signed address. It must not appear where other users of the machine can read it: no command line. */
  readonly url: string;
  /** Where to begin. */
  readonly startSeconds: number;
  /** Its length according to the service. */
  readonly durationSeconds: number;
  /** The title that the player may show, also to the desktop. */
  readonly title: string;
}

/** A player that is ready. */
export interface Player {
  /** The program. */
  readonly name: string;
  /** Where it is. */
  readonly position: Position;
  /** Plays one sound to its end. */
  play(sound: Sound): Promise<Ending>;
  /** Ends the sound. */
  stop(): void;
  /** Pauses or resumes. */
  togglePause(): void;
  /** Seeks by a number of seconds. */
  seek(seconds: number): void;
  /** Changes the volume by so many percent. */
  changeVolume(percent: number): void;
  /** Stops it, and removes its files. */
  close(): Promise<void>;
}

/** The environment of players. */
export interface PlayerSurroundings {
  /** The environment they are started with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The network without a token. */
  readonly fetch: typeof globalThis.fetch;
  /** Ends everything. */
  readonly signal: AbortSignal;
}
