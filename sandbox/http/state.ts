import type { Undocumented } from "../document/undocumented.ts";
import type { Media } from "../media/media.ts";
import type { Living } from "../living/living.ts";
import type { Store } from "../store/store.ts";

export interface State extends Store {
  readonly seed: number;
  readonly living: Living | undefined;
  readonly strict: boolean;
  readonly media: Media;
  readonly undocumented: Undocumented;
  readonly closed: AbortSignal;
  writeDown(): void;
  reload(): void;
  /** Returns a function that restores the current seed, initial data and activity. */
  holdStart(): () => void;
  requests: number;
}
