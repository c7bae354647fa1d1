/** How playback of a sound ended. */
export type Ending =
  | { readonly kind: "ended" }
  /** `stop()` or a media key ended it; `direction` is the action of the key. */
  | { readonly kind: "stopped"; readonly direction?: "next" | "previous" | "quit" }
  /** It failed. A new URL may help unless the player itself is gone. */
  | { readonly kind: "failed"; readonly message: string; readonly isGone: boolean };

export interface Position {
  readonly seconds: number;
  readonly durationSeconds: number | undefined;
  readonly isPaused: boolean;
  readonly volume: number | undefined;
}

export interface Sound {
  /** The signed URL. Never pass it on a command line, which other users of the machine can read. */
  readonly url: string;
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly title: string;
}

export interface Player {
  readonly name: string;
  readonly position: Position;
  play(sound: Sound): Promise<Ending>;
  stop(): void;
  togglePause(): void;
  seek(seconds: number): void;
  changeVolume(percent: number): void;
  close(): Promise<void>;
}

export interface PlayerSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long to wait for a host that sends nothing, in seconds. */
  readonly timeoutSeconds: number;
  /** A `fetch` that sends no token. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}
