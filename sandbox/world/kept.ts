/**
 * The stored part of a world besides its data: its initial options, its clock, its settings and its faults.
 *
 * @module
 */
import { isFaultName } from "../faults/named.ts";
import type { KeptFaults } from "../faults/registry.ts";
import { checkRule } from "../faults/check_rule.ts";
import { checkData } from "../seed/check_data.ts";
import type { WorldData } from "../seed/world_data.ts";
import type { Database } from "../store/database.ts";
import { checkConfig } from "../base/check_config.ts";
import type { ClockState } from "../base/clock.ts";
import type { SandboxConfig } from "../base/config.ts";

/** The initial state of a world. */
export interface Start {
  readonly seed: number;
  /** The initial time of its clock. Default: the system's time. */
  readonly clock?: string;
  readonly config: Partial<SandboxConfig>;
  readonly data: WorldData;
}

/** A world's state besides its rows. */
export interface KeptState {
  readonly start: Start;
  readonly clock: ClockState;
  readonly config: Partial<SandboxConfig>;
  readonly faults: KeptFaults;
}

const ROW = "world";

/** Stores the state if it has changed. */
export function writeState(db: Database, state: KeptState): void {
  const text = JSON.stringify(state);
  const row = db.get<{ value: string }>("SELECT value FROM meta WHERE name = ?", ROW);
  if (row?.value !== text) db.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", ROW, text);
}

/**
 * Reads the stored state; undefined for an older database without one.
 *
 * @throws {Error} If it is invalid, for example after a manual edit.
 */
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
  const { start, clock, config, faults } = state;
  if (!Number.isInteger(start.seed)) throw new TypeError("seed is not a whole number");
  if (start.clock !== undefined && Number.isNaN(Date.parse(start.clock))) {
    throw new TypeError("clock is not a moment in time");
  }
  const [time] = Object.values(clock);
  if (Object.keys(clock).length !== 1 || !Number.isFinite(time)) {
    throw new TypeError("clock is not the state of a clock");
  }
  checkConfig(start.config);
  checkConfig(config);
  checkData(start.data, "data");
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
