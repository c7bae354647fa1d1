import type { Undocumented } from "../document/undocumented.ts";
import type { Media } from "../media/media.ts";
import type { Living } from "../living/living.ts";
import type { Store } from "../store/store.ts";

/** The context of a request: the rows, time, settings, random numbers and media of one namespace. */
export interface State extends Store {
  /** Seed of the catalogue and of all random ids and tokens. */
  readonly seed: number;
  /** The listeners of a living world. */
  readonly living: Living | undefined;
  /** Whether to reject what the service ignores. */
  readonly strict: boolean;
  /** The files of the media host. */
  readonly media: Media;
  /** The undocumented requests. */
  readonly undocumented: Undocumented;
  /** Aborts when the world is closed, to end pending waits. */
  readonly closed: AbortSignal;
  /** Stores clock, settings and faults in the database. */
  writeDown(): void;
  /** Restores the stored clock, settings and faults, if there are any. */
  takeUp(): void;
  /** Number of requests so far. */
  requests: number;
}
