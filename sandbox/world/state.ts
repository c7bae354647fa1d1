import type { Undocumented } from "../document/undocumented.ts";
import type { Media } from "../media/media.ts";
import type { Store } from "../store/store.ts";

/** What answering a request may depend on: one namespace's rows, time, settings, chance and media. */
export interface State extends Store {
  /** Number the catalogue and every drawn id and token derive from. */
  readonly seed: number;
  /** Whether to reject what the service ignores. */
  readonly strict: boolean;
  /** The files of the media host. */
  readonly media: Media;
  /** The undocumented requests. */
  readonly undocumented: Undocumented;
  /** Aborts when the world is closed, to end pending waits. */
  readonly closed: AbortSignal;
  /** Writes clock, settings and faults down beside the rows. */
  writeDown(): void;
  /** Restores the stored clock, settings and faults, if there are any. */
  takeUp(): void;
  /** How many requests have been numbered. */
  requests: number;
}
