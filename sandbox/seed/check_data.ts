import {
  ANYTHING,
  COUNT,
  findProblem,
  FLAG,
  isObject,
  type Kinds,
  proposal,
  shown,
  TIME,
  unknownName,
} from "../base/check.ts";
import { checkConfig, type SandboxConfig } from "../base/config.ts";
import { type Activity, checkActivity } from "../living/activity.ts";
import { activityProblem, SECTIONS, waySet } from "./fields.ts";
import type { WorldData } from "./world_data.ts";

/** Data that don't fit the world they are added to: a name that is taken, or a reference to nothing. */
export class WorldDataError extends TypeError {
  /** `"WorldDataError"`. */
  override readonly name = "WorldDataError";
  /** Where in the data, such as `tracks[0].user`. */
  readonly path: string;

  /**
   * Creates the error.
   *
   * @param path Where in the data.
   * @param problem The problem there.
   */
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
  }
}

const LISTS = ["apps", "users", "tracks", "playlists", "comments"] as const;

export const DATA_PARTS: readonly string[] = ["empty", ...LISTS] satisfies (keyof WorldData)[];

const NO_PART = "no part has this name";

function whyNot(part: string, name: string, known: readonly string[]): string {
  const way = waySet(part, name);
  if (way === undefined) return `no field has this name${proposal(name, known)}`;
  return known.includes(way) ? `in data, it is ${way}` : `it can't be set, because ${way}`;
}

function itemProblem(part: string, path: string, item: unknown): string | undefined {
  const { fields = {}, needed = [] } = SECTIONS[part] ?? {};
  if (!isObject(item)) return `${path} must be an object, not ${shown(item)}`;
  const problem = findProblem(item, fields);
  if (problem !== undefined) {
    const { name, value, kind } = problem;
    if (kind === undefined) return `${path}.${name}: ${whyNot(part, name, Object.keys(fields))}`;
    const why = name === "activity" ? ` (${activityProblem(value)})` : "";
    return `${path}.${name} must be ${kind.description}${why}, not ${shown(value)}`;
  }
  const missing = needed.find((name) => item[name] === undefined);
  return missing === undefined ? undefined : `${path}.${missing} is missing`;
}

/** Marks the promise of data, also where it has been spread: `{ ...parseWorldData(text) }`. */
const PROMISED: unique symbol = Symbol("a promise of data");

/** @throws {TypeError} If data is the promise of data, which would be an empty world. */
export function checkAwaited(data: unknown): void {
  if (typeof data !== "object" || data === null || !(PROMISED in data || data instanceof Promise)) return;
  throw new TypeError("Cannot use a promise as the data of a world: `await` it, as in `await parseWorldData(text)`");
}

function dataProblem(data: unknown): string | undefined {
  checkAwaited(data);
  if (!isObject(data)) return `the data must be an object, not ${shown(data)}`;
  for (const [part, items] of Object.entries(data)) {
    if (!DATA_PARTS.includes(part)) return unknownName(part, DATA_PARTS, NO_PART);
    if (part === "empty") {
      if (!FLAG.accepts(items)) return `empty must be ${FLAG.description}, not ${shown(items)}`;
      continue;
    }
    if (!Array.isArray(items)) return `${part} must be a list, not ${shown(items)}`;
    for (const [i, item] of items.entries()) {
      const problem = itemProblem(part, `${part}[${i}]`, item);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** @throws {TypeError} With the source, the path and the field, and the most similar name. */
export function checkData(data: unknown, source: string): WorldData {
  const problem = dataProblem(data);
  if (problem !== undefined) throw new TypeError(`Cannot read ${source}: ${problem}`);
  return data as WorldData;
}

/** A world in a file: its data and its initial state. */
export interface WorldFile extends WorldData {
  /** Seed of the catalogue and of all random ids and tokens. */
  readonly seed?: number;
  /** Start time of the clock. */
  readonly clock?: string;
  /** Reject what SoundCloud ignores. */
  readonly strict?: boolean;
  /** Settings that differ from the default. */
  readonly config?: Partial<SandboxConfig>;
  /** Listeners who play, like, repost, comment and follow. */
  readonly activity?: Activity;
}

const START: Kinds = { seed: COUNT, clock: TIME, strict: FLAG, config: ANYTHING, activity: ANYTHING };

/** @throws {TypeError} With the source, the path and the field, and the most similar name. */
export function checkFile(value: unknown, source: string): WorldFile {
  if (!isObject(value)) return checkData(value, source);
  const { apps, ...file } = value;
  // `apps: any` is short for the setting of this name.
  const isOpen = apps === "any";
  const parts = Object.entries(isOpen ? file : value);
  const start = parts.filter(([name]) => !DATA_PARTS.includes(name));
  const problem = findProblem(Object.fromEntries(start), START);
  if (problem !== undefined) {
    const { name, value, kind } = problem;
    throw new TypeError(
      `Cannot read ${source}: ` +
        (kind === undefined
          ? unknownName(name, [...DATA_PARTS, ...Object.keys(START)], NO_PART)
          : `${name} must be ${kind.description}, not ${shown(value)}`),
    );
  }
  if ("config" in file) explained(source, "config: ", () => checkConfig(file.config));
  if ("activity" in file) explained(source, "", () => checkActivity(file.activity));
  checkData(Object.fromEntries(parts.filter(([name]) => DATA_PARTS.includes(name))), source);
  return isOpen ? { ...file, config: { ...file.config as object, apps } } : value;
}

function explained(source: string, part: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TypeError(`Cannot read ${source}: ${part}${error.message}`);
  }
}

/**
 * Reads a world from the text of a file: its data, and its seed, clock, strictness and settings.
 *
 * @param text JSON or YAML, which JSON is a part of.
 * @param source Name of the file, for messages.
 * @returns Its data and its initial state, for {@linkcode createSandbox}.
 * @throws {TypeError} When it is neither, or not the data of a world: naming the file, the path and the field.
 *
 * @example
 * ```ts
 * import { createSandbox, parseWorldData } from "@tonearm/sandbox";
 *
 * const data = await parseWorldData("users: [{ permalink: ann }]", "world.yaml");
 * using sandbox = createSandbox({ ...data, empty: true });
 * console.log(sandbox.issueTokens("ann").token_type); // "bearer"
 * ```
 */
export function parseWorldData(text: string, source: string): Promise<WorldFile> {
  return Object.assign(parseFile(text, source), { [PROMISED]: true });
}

async function parseFile(text: string, source: string): Promise<WorldFile> {
  const { parse } = await import("yaml");
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 }) ?? {};
  } catch (error) {
    throw new TypeError(`Cannot read ${source}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return checkFile(value, source);
}
