import { checkConfig } from "../base/check_config.ts";
import type { SandboxConfig } from "../base/config.ts";
import { proposal } from "../base/nearest_name.ts";
import { checkData, DATA_PARTS } from "./check_data.ts";
import type { WorldData } from "./world_data.ts";

/** A world in a file: its data and its initial state. */
export interface WorldFile extends WorldData {
  /** Seed of the catalogue and of all random ids and tokens. */
  readonly seed?: number;
  /** Start time of the clock. */
  readonly clock?: string;
  /** Reject what the service ignores. */
  readonly strict?: boolean;
  /** Settings that differ from the default. */
  readonly config?: Partial<SandboxConfig>;
}

const START_PARTS = ["seed", "clock", "strict", "config"];

function problemOf(name: string, value: unknown): string | undefined {
  if (name === "seed") return Number.isInteger(value) && Number(value) >= 0 ? undefined : "a whole number from 0";
  if (name === "strict") return typeof value === "boolean" ? undefined : "true or false";
  const isMoment = typeof value === "string" && !Number.isNaN(Date.parse(value));
  return isMoment ? undefined : "a moment such as 2026-01-01T00:00:00Z";
}

/**
 * Checks that a file contains a world.
 *
 * @throws {TypeError} With the source, the path and the field, and the most similar name.
 */
export function checkFile(value: unknown, source: string): WorldFile {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return checkData(value, source);
  const data: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    if (name === "config") checkSettings(part, source);
    else if (START_PARTS.includes(name)) {
      const wanted = problemOf(name, part);
      if (wanted !== undefined) {
        throw new TypeError(
          `Cannot read ${source}: ${name} must be ${wanted}, not ${JSON.stringify(part).slice(0, 60)}`,
        );
      }
    } else if (DATA_PARTS.includes(name)) data[name] = part;
    else {
      const near = proposal(name, [...DATA_PARTS, ...START_PARTS]);
      throw new TypeError(`Cannot read ${source}: ${name.slice(0, 80)}: no part has this name${near}`);
    }
  }
  checkData(data, source);
  return value as WorldFile;
}

function checkSettings(value: unknown, source: string): void {
  try {
    checkConfig(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TypeError(`Cannot read ${source}: config: ${error.message}`);
  }
}
