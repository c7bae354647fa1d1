import type { Clock } from "../base/clock.ts";
import type { SandboxConfig } from "../base/config.ts";
import type { Random } from "../base/random.ts";
import type { Database } from "./database.ts";

/** The context of reads and writes: the rows, the time, the settings and random numbers. */
export interface Store {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: SandboxConfig;
  /** The end of every token and code, which selects the namespace; empty in the main world. */
  readonly mark: string;
  /** Returns a new random generator. The database counts the draws, so that a restart doesn't repeat one. */
  draw(): Random;
}
