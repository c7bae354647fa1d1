import type { Clock } from "../world/clock.ts";
import type { SandboxConfig } from "../world/config.ts";
import type { Random } from "../world/random.ts";
import type { Database } from "./database.ts";

/** What reading and writing rows depends on: the rows themselves, the time, the settings and chance. */
export interface Store {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: SandboxConfig;
  /** A unique source of randomness: the database counts the draws, so that no restart repeats one. */
  draw(): Random;
}
