/** The stored part of a world besides its data: its initial options, its clock, its settings and its faults. */
import { host } from "../base/host.ts";
import { checkAwaited, checkData, DATA_PARTS } from "../seed/check_data.ts";
import { type Activity, checkActivity } from "../living/activity.ts";
import { ANYTHING, checkMembers, FLAG, isObject, isWhole, type Kinds } from "../base/check.ts";
import { isFaultName } from "../faults/named.ts";
import type { KeptFaults } from "../faults/registry.ts";
import { checkRule } from "../faults/rule.ts";
import type { WorldData } from "../seed/world_data.ts";
import type { Database } from "../store/database.ts";
import { checkConfig, type SandboxConfig } from "../base/config.ts";
import type { ClockState } from "../base/clock.ts";

const LIMITS = ["max", "idleSeconds"];

const OPTIONS: Kinds = {
  seed: { accepts: Number.isSafeInteger, description: "a whole number" },
  clock: ANYTHING,
  path: { accepts: isFilePath, description: "the path of a file; without it, the state stays in memory" },
  strict: FLAG,
  config: ANYTHING,
  activity: ANYTHING,
  namespaces: { accepts: areLimits, description: "an object of max and idleSeconds, whole numbers from 1" },
  ...Object.fromEntries(DATA_PARTS.map((name) => [name, ANYTHING])),
};

/** @throws {TypeError} For an unknown option and for a value of another kind; the message names the option. */
export function checkOptions(options: object): void {
  checkAwaited(options);
  checkMembers("the sandbox", options, OPTIONS);
  if ("activity" in options && options.activity !== undefined) checkActivity(options.activity);
  checkData(Object.fromEntries(Object.entries(options).filter(([name]) => DATA_PARTS.includes(name))), "the options");
}

/** SQLite takes an empty name, `:memory:` and URLs for databases of another kind. */
function isFilePath(value: unknown): boolean {
  return typeof value === "string" && !/^(:memory:|file:.*|)$/.test(value) && host().sqlite.accepts(value);
}

function areLimits(value: unknown): boolean {
  return isObject(value) &&
    Object.entries(value).every(([name, limit]) => LIMITS.includes(name) && isWhole(limit, 1));
}

export interface Start {
  readonly seed: number;
  readonly clock?: string;
  readonly config: Partial<SandboxConfig>;
  readonly data: WorldData;
  readonly activity?: Activity;
}

export interface KeptState {
  readonly start: Start;
  readonly clock: ClockState;
  readonly config: Partial<SandboxConfig>;
  readonly faults: KeptFaults;
  readonly since?: number;
}

const ROW = "world";

export function writeState(db: Database, state: KeptState): void {
  const text = JSON.stringify(state);
  const row = db.get<{ value: string }>("SELECT value FROM meta WHERE name = ?", ROW);
  if (row?.value !== text) db.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", ROW, text);
}

/** Reads the stored state; undefined for an older database without one. An invalid one, edited by hand, is an error. */
export function readState(db: Database): KeptState | undefined {
  const row = db.get<{ value: unknown }>("SELECT value FROM meta WHERE name = ?", ROW);
  if (row === undefined) return undefined;
  try {
    return check(JSON.parse(String(row.value)));
  } catch (error) {
    throw new Error(`the state of the world is damaged: ${error instanceof Error ? error.message : error}`);
  }
}

function check(state: KeptState): KeptState {
  const { start, clock, config, faults, since = 0 } = state;
  if (!Number.isInteger(start.seed)) throw new TypeError("seed is not a whole number");
  if (start.clock !== undefined && Number.isNaN(Date.parse(start.clock))) {
    throw new TypeError("clock is not a time");
  }
  const [time] = Object.values(clock);
  if (Object.keys(clock).length !== 1 || !Number.isFinite(time)) {
    throw new TypeError("clock is not the state of a clock");
  }
  if (!Number.isFinite(since)) throw new TypeError("since is not a time");
  checkConfig(start.config);
  checkConfig(config);
  checkData(start.data, "data");
  if (start.activity !== undefined) checkActivity(start.activity);
  for (const { id, name, rule, hits, seen, draws, memory } of faults.active) {
    if (name !== null && !isFaultName(name)) throw new TypeError(`no fault is called ${String(name).slice(0, 80)}`);
    if (![id, hits, seen, draws].every((count) => Number.isInteger(count) && count >= 0)) {
      throw new TypeError("a count of a fault is not a whole number");
    }
    if (!Array.isArray(memory)) throw new TypeError("the memory of a fault is not a list");
    checkRule(rule);
  }
  return state;
}
