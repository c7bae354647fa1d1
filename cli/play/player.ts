/** How playback of a sound ended. */
export type Ending =
  /** It was played to the end. */
  | { readonly kind: "ended" }
  /** `stop()` or a media key ended it; `direction` is the action of the key. */
  | { readonly kind: "stopped"; readonly direction?: "next" | "previous" | "quit" }
  /** It failed. A new URL may help unless the player itself is gone. */
  | { readonly kind: "failed"; readonly message: string; readonly isGone: boolean };

/** The position of a player in a sound. */
export interface Position {
  /** Seconds from the start. */
  readonly seconds: number;
  /** The length of the sound, if the player reports it. */
  readonly durationSeconds: number | undefined;
  readonly isPaused: boolean;
  /** The volume in percent, if the player reports it. */
  readonly volume: number | undefined;
}

/** A sound to play. */
export interface Sound {
  /** The signed URL. Never pass it on a command line, which other users of the machine can read. */
  readonly url: string;
  readonly startSeconds: number;
  /** The length that the service reports. */
  readonly durationSeconds: number;
  /** The title for the player and the desktop to show. */
  readonly title: string;
}

/** A player. */
export interface Player {
  readonly name: string;
  readonly position: Position;
  /** Plays a sound until it ends. */
  play(sound: Sound): Promise<Ending>;
  stop(): void;
  togglePause(): void;
  /** Seeks by a number of seconds. */
  seek(seconds: number): void;
  /** Changes the volume by percentage points. */
  changeVolume(percent: number): void;
  close(): Promise<void>;
}

/** The dependencies of a player. */
export interface PlayerSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long to wait for a host that sends nothing, in seconds. */
  readonly timeoutSeconds: number;
  /** A `fetch` that sends no token. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}
