import type { Undocumented } from "../document/undocumented.ts";
import type { Media } from "../media/media.ts";
import type { Store } from "../store/store.ts";

/** What answering a request may depend on: one namespace's rows, time, settings, chance and media. */
export interface State extends Store {
  /** Number the catalogue and every drawn id and token derive from. */
  readonly seed: number;
  /** Whether to refuse what the service merely ignores. */
  readonly strict: boolean;
  /** What the media host serves. */
  readonly media: Media;
  /** What was asked that isn't documented. */
  readonly undocumented: Undocumented;
  /** Aborts when the world is closed, so that nobody waits for it any longer. */
  readonly closed: AbortSignal;
  /** Writes clock, settings and faults down beside the rows. */
  writeDown(): void;
  /** Goes on with the clock, settings and faults that stand beside the rows, where they do. */
  takeUp(): void;
  /** How many requests have been numbered. */
  requests: number;
}
