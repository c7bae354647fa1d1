import { checkConfig } from "./check_config.ts";
import type { Clock } from "./clock.ts";
import { createClock } from "./clock.ts";
import type { SandboxConfig } from "./config.ts";
import { defaultConfig } from "./config.ts";
import { DEFAULT_APP } from "./default_app.ts";
import { Conformance } from "../document/conformance.ts";
import { Undocumented } from "../document/undocumented.ts";
import { FaultRegistry } from "../faults/registry.ts";
import { Media } from "../media/media.ts";
import { proposal } from "./nearest_name.ts";
import { Random } from "./random.ts";
import { RequestLog } from "./request_log.ts";
import { checkData, DATA_PARTS } from "../seed/check_data.ts";
import { worldImage } from "../seed/image.ts";
import type { WorldData } from "../seed/world_data.ts";
import type { Snapshot } from "./snapshots.ts";
import type { State } from "./state.ts";
import { createFile, Database } from "../store/database.ts";
import { explainStorage } from "../store/failures.ts";
import { migrate } from "../store/migrations.ts";

/** An app, as a client is configured with it. */
export interface ClientApp {
  /** Id of the registered app. */
  readonly clientId: string;
  /** Its secret; empty for a public client. */
  readonly clientSecret: string;
  /** Its redirect URI. */
  readonly redirectUri: string;
}

/** How a world starts. */
export interface WorldOptions extends WorldData {
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
  /** How many namespaces there may be, and for how long. */
  readonly namespaces?: NamespaceLimits;
}

/** Limits of namespaces. */
export interface NamespaceLimits {
  /** Most there may be at a time. Default 1000. */
  readonly most?: number;
  /** Seconds that one lives after it was last used; a kept one only leaves memory. Default 1800. */
  readonly idleSeconds?: number;
}

const OPTIONS = ["seed", "clock", "path", "strict", "config", "namespaces", ...DATA_PARTS];

function checkOptions(options: WorldOptions): void {
  const other = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (other !== undefined) {
    throw new TypeError(`Cannot use the option ${other}: there is none${proposal(other, OPTIONS)}`);
  }
  for (const [name, value] of Object.entries(options.namespaces ?? {})) {
    if (!["most", "idleSeconds"].includes(name) || !Number.isInteger(value) || Number(value) < 1) {
      throw new TypeError("Cannot use namespaces: most and idleSeconds are whole numbers from 1");
    }
  }
  checkData(Object.fromEntries(Object.entries(options).filter(([name]) => DATA_PARTS.includes(name))), "the options");
}

/** Opens the database of a world, made and seeded where there is none. */
function openWorld(path: string | undefined, image: () => Uint8Array): Database {
  try {
    if (path !== undefined) createFile(path, image);
    const db = new Database(path);
    if (db.version === 0) db.load(image());
    else migrate(db);
    return db;
  } catch (error) {
    throw explainStorage(error, path);
  }
}

/** Everything one namespace owns: its state, its time, its chance, its settings, its faults, its log. */
export class World implements State {
  readonly seed: number;
  readonly strict: boolean;
  readonly config: SandboxConfig;
  readonly clock: Clock;
  readonly db: Database;
  readonly media: Media;
  readonly faults: FaultRegistry;
  readonly log: RequestLog = new RequestLog();
  /** How far its replies were as documented; a reset leaves it. */
  readonly conformance: Conformance;
  /** What was asked that isn't documented; a reset leaves it. */
  readonly undocumented: Undocumented = new Undocumented();
  /** States kept by name; a reset leaves them. */
  readonly snapshots: Map<string, Snapshot> = new Map();
  readonly #options: WorldOptions;
  readonly #end = new AbortController();
  #requests = 0;
  #first: Uint8Array | undefined;

  /** @param shared What a world in memory is like until it is first written to, and after each reset. */
  constructor(options: WorldOptions = {}, shared?: Database) {
    checkOptions(options);
    this.#options = options;
    this.seed = options.seed ?? 42;
    this.strict = options.strict ?? false;
    // Sealed, so that a mistyped name can't be assigned to either.
    this.config = Object.seal({ ...defaultConfig, ...checkConfig(options.config ?? {}) });
    this.clock = createClock(options.clock);
    this.faults = new FaultRegistry(this.seed);
    this.conformance = new Conformance(this.strict);
    this.db = shared === undefined ? openWorld(options.path, () => this.#image()) : new Database(undefined, shared);
    this.media = new Media(this.db, options.path);
    if (options.path !== undefined) this.media.sweep();
  }

  /** Sees what another process did that has the same file: a reset or a restored snapshot is a new file. */
  catchUp(): void {
    if (this.db.follow()) this.media.reset();
  }

  draw(): Random {
    const row = this.db.change<{ value: number }>(
      "UPDATE meta SET value = value + 1 WHERE name = 'draws' RETURNING value",
    );
    return new Random(`${this.seed}:${row?.value}`);
  }

  nextRequest(): number {
    return ++this.#requests;
  }

  get closed(): AbortSignal {
    return this.#end.signal;
  }

  /** The app that clients are configured with: the first of one's own, or the sandbox's. */
  get app(): ClientApp {
    const [app] = this.#options.apps ?? [];
    if (app === undefined) return { ...DEFAULT_APP, redirectUri: this.config.redirectUri };
    const { clientId, clientSecret, redirectUris } = app;
    return { clientId, clientSecret: clientSecret ?? "", redirectUri: redirectUris?.[0] ?? DEFAULT_APP.redirectUri };
  }

  /** The rows as they start. They are made once. */
  get start(): Uint8Array {
    return this.#image();
  }

  #image(): Uint8Array {
    const given = Object.entries(this.#options).filter(([name]) => DATA_PARTS.includes(name));
    return this.#first ??= worldImage(this.seed, Object.fromEntries(given), this.clock.now());
  }

  /** Puts everything back to how it started: rows, clock, settings; no faults, an empty log. */
  reset(): void {
    if (!this.db.revert()) this.db.load(this.#image());
    this.media.reset();
    this.#requests = 0;
    Object.assign(this.config, defaultConfig, this.#options.config);
    this.clock.resume();
    this.clock.set(this.#options.clock ?? Date.now());
    this.faults.clear();
    this.log.clear();
  }

  /** Closes the database. Closing twice does no harm. */
  close(): void {
    this.#end.abort(new TypeError("fetch failed: the sandbox is closed"));
    this.media.close();
    this.db.close();
  }
}
