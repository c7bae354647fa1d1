import type { Clock } from "../world/clock.ts";
import type { SandboxConfig } from "../world/config.ts";
import type { Random } from "../world/random.ts";
import type { Database } from "./database.ts";

/** What reading and writing rows depends on: the rows themselves, the time, the settings and chance. */
export interface Store {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: SandboxConfig;
  /** A source of chance that nobody else has: the draw is counted in the database, so no restart repeats it. */
  draw(): Random;
}
