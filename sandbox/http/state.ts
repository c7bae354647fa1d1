import type { Undocumented } from "../document/undocumented.ts";
import type { Media } from "../media/media.ts";
import type { Living } from "../living/living.ts";
import type { Store } from "../store/store.ts";

/** The context of a request: the rows, time, settings, random numbers and media of one namespace. */
export interface State extends Store {
  /** Seed of the catalogue and of all random ids and tokens. */
  readonly seed: number;
  readonly living: Living | undefined;
  /** Whether to reject what the service ignores. */
  readonly strict: boolean;
  readonly media: Media;
  readonly undocumented: Undocumented;
  /** Aborts when the world is closed, to end pending waits. */
  readonly closed: AbortSignal;
  /** Stores clock, settings and faults in the database. */
  writeDown(): void;
  /** Restores the stored clock, settings and faults, if there are any. */
  takeUp(): void;
  requests: number;
}
