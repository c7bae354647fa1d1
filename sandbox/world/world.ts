import { checkConfig, DEFAULT_APP, defaultConfig, type SandboxConfig, type Setting } from "../base/config.ts";
import { checkOptions, type KeptState, readState, type Start, writeState } from "./kept.ts";
import { markOf } from "../base/namespace_name.ts";
import { SandboxClock } from "../base/clock.ts";
import { Conformance } from "../document/conformance.ts";
import { Undocumented } from "../document/undocumented.ts";
import { FaultRegistry } from "../faults/registry.ts";
import type { Activity } from "../living/activity.ts";
import { Living } from "../living/living.ts";
import { Media } from "../media/media.ts";
import { Random } from "../base/random.ts";
import { RequestLog } from "../base/request_log.ts";
import { DATA_PARTS } from "../seed/check_data.ts";
import { DEFAULT_SEED } from "../seed/catalogue.ts";
import { settleListeners, worldImage } from "../seed/image.ts";
import type { WorldData } from "../seed/world_data.ts";
import type { Snapshot } from "./snapshots.ts";
import type { State } from "../http/state.ts";
import { host } from "../base/host.ts";
import { Database } from "../store/database.ts";
import { explainStorage, StorageFailure } from "../store/failures.ts";
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

/** The initial state of a world. */
export interface WorldOptions extends WorldData {
  /** Seed of the catalogue and of all random ids and tokens. Default 42. */
  readonly seed?: number;
  /** Start time of the clock. Default: the system's time. */
  readonly clock?: string | Date;
  /** SQLite file that stores the state; its folders are created. Default: none; the state stays in memory. */
  readonly path?: string;
  /** Reject what SoundCloud ignores: unknown parameters, limits out of range. */
  readonly strict?: boolean;
  /** Values that differ from {@linkcode defaultConfig}. */
  readonly config?: Partial<SandboxConfig>;
  /** Listeners who play, like, repost, comment and follow as the clock goes on. Default: none. */
  readonly activity?: Activity;
  /** Limits of namespaces: their number and lifetime. */
  readonly namespaces?: NamespaceLimits;
}

/** Limits of namespaces. */
export interface NamespaceLimits {
  /** Maximum number at a time. Default 1,000. */
  readonly max?: number;
  /** Lifetime after the last use, in seconds. A kept namespace only leaves memory. Default 1,800. */
  readonly idleSeconds?: number;
}

function startOf({ seed = DEFAULT_SEED, clock, config = {}, activity, ...rest }: WorldOptions): Start {
  const data = Object.fromEntries(Object.entries(rest).filter(([name]) => DATA_PARTS.includes(name)));
  return {
    seed,
    ...(clock === undefined ? {} : { clock: new Date(clock).toISOString() }),
    config,
    data,
    ...(activity && { activity }),
  };
}

/** Returns the options with which a stored world restarts: its own, overridden by the given ones. */
function mergeStarts(kept: Start, given: Start): Start {
  const { seed, config } = kept;
  const { data } = Object.keys(given.data).length > 0 ? given : kept;
  return { ...kept, ...given, seed, config: { ...config, ...given.config }, data };
}

function openWorld(path: string | undefined, image: () => Uint8Array): Database {
  try {
    if (path !== undefined) host().sqlite.create(path, image);
    const db = new Database(path);
    const [row] = db.all<{ own: number | null }>("SELECT max(name = 'refresh_tokens') AS own FROM sqlite_schema");
    // Another program's tables: they would be replaced.
    if (row?.own === 0) throw new Error("file is not a database");
    if (db.version === 0) db.load(image());
    else migrate(db);
    return db;
  } catch (error) {
    throw explainStorage(error, path);
  }
}

export class World implements State {
  readonly strict: boolean;
  readonly config: SandboxConfig;
  readonly clock: SandboxClock;
  readonly db: Database;
  readonly media: Media;
  readonly faults: FaultRegistry;
  readonly log: RequestLog = new RequestLog();
  /** The conformance of its responses; a reset keeps it. */
  readonly conformance: Conformance;
  /** The undocumented requests; a reset keeps them. */
  readonly undocumented: Undocumented = new Undocumented();
  /** Snapshots by name; a reset keeps them. */
  readonly snapshots: Map<string, Snapshot> = new Map();
  readonly isKept: boolean;
  requests = 0;
  seed: number;
  readonly #options: WorldOptions;
  /** Its initial state, or that of the imported state. */
  #start: Start;
  readonly mark: string;
  readonly #given: Start;
  readonly #end = new AbortController();
  readonly closed: AbortSignal = this.#end.signal;
  #first: Uint8Array | undefined;
  /** What an in-memory world reads until its first write. */
  readonly #origin: Database | undefined;
  /** The initial rows of this world and, after an import, those of earlier ones, which namespaces may still read. */
  readonly #bases: Database[] = [];
  #since: number;
  living: Living | undefined;

  /** @param shared The database that provides the content of an in-memory world until its first write. */
  constructor(options: WorldOptions = {}, shared?: Database, name = "") {
    // Those of a namespace have been checked with the main world.
    if (shared === undefined) checkOptions(options);
    this.mark = markOf(name);
    this.#options = options;
    this.clock = new SandboxClock(options.clock);
    this.#since = this.clock.now();
    this.#start = this.#given = startOf(options);
    this.seed = this.#start.seed;
    this.isKept = options.path !== undefined;
    this.strict = options.strict ?? false;
    this.config = { ...defaultConfig, ...checkConfig(options.config ?? {}) };
    this.faults = new FaultRegistry(this.seed);
    this.conformance = new Conformance(this.strict);
    this.#origin = options.path === undefined ? shared ?? this.base : undefined;
    this.db = this.#origin ? new Database(undefined, this.#origin) : openWorld(options.path, () => this.#image());
    this.media = new Media(this.db, options.path);
    if (this.isKept) this.#resume();
    this.#live();
  }

  /** Reloads the state if another process has replaced the file by a reset or a restored snapshot. */
  catchUp(): void {
    if (!this.db.follow()) return;
    this.media.reset();
    this.reload();
  }

  writeDown(): void {
    const { clock, config, faults } = this;
    const changed = Object.entries(config).filter(([name, value]) => value !== defaultConfig[name as Setting]);
    const state = {
      start: this.#start,
      clock: clock.keep(),
      config: Object.fromEntries(changed),
      faults: faults.keep(),
      since: this.#since,
    };
    writeState(this.db, state);
  }

  reload(): void {
    const kept = readState(this.db);
    if (kept === undefined) return;
    this.#start = kept.start;
    this.seed = kept.start.seed;
    this.#first = undefined;
    this.#applyState(kept);
    this.#live();
  }

  holdStart(): () => void {
    const [start, seed, since] = [this.#start, this.seed, this.#since];
    return () => {
      if (this.#start !== start) this.#first = undefined;
      [this.#start, this.seed, this.#since] = [start, seed, since];
      this.#live();
    };
  }

  #applyState({ start, clock, config, faults, since = this.#since }: KeptState): void {
    this.#since = since;
    Object.assign(this.config, defaultConfig, config);
    this.clock.restore(clock);
    this.faults.restore(faults, start.seed);
  }

  /** Restores the stored state; new and changed options take effect. */
  #resume(): void {
    this.media.sweep();
    const kept = readState(this.db);
    const given = this.#start;
    if (kept !== undefined) {
      const { seed, config } = this.#options;
      const { start } = kept;
      if (seed !== undefined && seed !== start.seed) {
        throw new TypeError(`Cannot open ${this.db.path} with seed ${seed}: it was made with seed ${start.seed}`);
      }
      this.#start = mergeStarts(start, given);
      this.seed = start.seed;
      this.#applyState(kept);
      for (const [name, value] of Object.entries(config ?? {})) {
        if (start.config[name as Setting] !== value) Object.assign(this.config, { [name]: value });
      }
      if (given.clock !== undefined && given.clock !== start.clock) {
        this.clock.restore(new SandboxClock(given.clock).keep());
      }
    }
    settleListeners(this.db, this.seed, this.#start.activity, this.#since);
    this.writeDown();
  }

  #live(): void {
    const { activity } = this.#start;
    this.living = activity && new Living(this.db, activity, this.seed, this.#since);
  }

  draw(): Random {
    const sql = "UPDATE meta SET value = value + 1 WHERE name = 'draws' RETURNING value";
    const row = this.db.change<{ value: number }>(sql);
    return new Random(`${this.seed}:${row?.value}`);
  }

  /** The app that clients are configured with: the first one in the world's data, or the sandbox's. */
  get app(): ClientApp {
    const [app] = this.#start.data.apps ?? [];
    if (app === undefined) return { ...DEFAULT_APP, redirectUri: this.config.redirectUri };
    const { clientId, clientSecret, redirectUris } = app;
    return { clientId, clientSecret: clientSecret ?? "", redirectUri: redirectUris?.[0] ?? DEFAULT_APP.redirectUri };
  }

  get base(): Database {
    const known = this.#first === undefined ? undefined : this.#bases.at(-1);
    if (known !== undefined) return known;
    const base = Database.readOnly(this.#image());
    this.#bases.push(base);
    return base;
  }

  #image(now = this.clock.now()): Uint8Array {
    return this.#first ??= worldImage(this.seed, this.#start, now);
  }

  reset(): void {
    const { config, clock } = this.#start;
    const now = new Date(clock ?? Date.now()).getTime();
    if (this.isKept) this.db.load(this.#image(now));
    this.clock.resume();
    this.clock.set(now);
    this.#since = this.clock.now();
    // An imported world has other initial data.
    if (!this.isKept) this.db.revert(this.#start === this.#given ? this.#origin : this.base);
    this.media.reset();
    this.requests = 0;
    Object.assign(this.config, defaultConfig, config);
    this.#live();
    this.faults.clear();
    this.log.clear();
    if (this.isKept) this.writeDown();
  }

  /** Stores the state. A full disk must not prevent closing, and changes over the control plane are already stored. */
  #writeLast(): void {
    try {
      this.writeDown();
    } catch (error) {
      if (!(explainStorage(error) instanceof StorageFailure)) throw error;
    }
  }

  /** Closes the database. It may be called twice. */
  close(): void {
    if (this.isKept && !this.closed.aborted) this.#writeLast();
    this.#end.abort(new TypeError("fetch failed: the sandbox is closed"));
    this.media.close();
    this.db.close();
    for (const base of this.#bases) base.close();
  }
}
