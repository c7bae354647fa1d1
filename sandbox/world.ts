import type { Clock } from "./clock.ts";
import { createClock } from "./clock.ts";
import type { SandboxConfig } from "./config.ts";
import { defaultConfig } from "./config.ts";
import { Media } from "./media/media.ts";
import { Random } from "./random.ts";
import { catalogueImage } from "./seed/image.ts";
import { Database } from "./store/database.ts";
import { migrate } from "./store/migrations.ts";

/** How a world starts. */
export interface WorldOptions {
  /** Number the catalogue and every drawn id and token derive from. Default 42. */
  readonly seed?: number;
  /** Moment the clock starts at; the system's time when left out. */
  readonly clock?: string | Date;
  /** SQLite file to keep the state in; memory when left out. */
  readonly path?: string;
  /** Refuse what the service merely ignores: unknown parameters, limits out of range. */
  readonly strict?: boolean;
  /** Values that differ from {@linkcode defaultConfig}. */
  readonly config?: Partial<SandboxConfig>;
}

/** Everything one namespace owns: its state, its time, its chance, its settings. */
export class World {
  readonly seed: number;
  readonly strict: boolean;
  readonly config: SandboxConfig;
  readonly clock: Clock;
  readonly db: Database;
  /** What the media host serves. */
  readonly media: Media;
  #requests = 0;

  constructor(options: WorldOptions = {}) {
    this.seed = options.seed ?? 42;
    this.strict = options.strict ?? false;
    this.config = { ...defaultConfig, ...options.config };
    this.clock = createClock(options.clock);
    this.db = new Database(options.path);
    if (this.db.version === 0) this.db.load(catalogueImage(this.seed));
    else migrate(this.db);
    this.media = new Media(this.db, options.path);
    if (options.path !== undefined) this.media.sweep();
  }

  /** A source of chance that nobody else has: the draw is counted in the database, so no restart repeats it. */
  draw(): Random {
    const row = this.db.get<{ value: number }>(
      "UPDATE meta SET value = value + 1 WHERE name = 'draws' RETURNING value",
    );
    return new Random(`${this.seed}:${row?.value}`);
  }

  /** Number of the next request, from 1. */
  nextRequest(): number {
    return ++this.#requests;
  }

  /** Puts every row back to the seed. The clock and the settings stay. */
  reset(): void {
    this.db.load(catalogueImage(this.seed));
    this.media.reset();
    this.#requests = 0;
  }

  /** Closes the database. Closing twice does no harm. */
  close(): void {
    this.media.close();
    this.db.close();
  }
}
