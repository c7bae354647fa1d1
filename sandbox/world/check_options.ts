/**
 * The options of a world, checked before anything is written.
 *
 * @module
 */
import { statSync } from "node:fs";
import { checkData, DATA_PARTS } from "../seed/check_data.ts";
import { proposal } from "./nearest_name.ts";

/** An option's values. */
interface Kind {
  readonly accepts: (value: unknown) => boolean;
  readonly description: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  seed: { accepts: Number.isSafeInteger, description: "a whole number" },
  path: { accepts: isFilePath, description: "the path of a file; without it, the state stays in memory" },
  strict: { accepts: (value) => typeof value === "boolean", description: "true or false" },
  namespaces: { accepts: areLimits, description: "an object of most and idleSeconds, whole numbers from 1" },
};
const NAMES = ["clock", "config", ...Object.keys(KINDS), ...DATA_PARTS];

/**
 * Checks options.
 *
 * @throws {TypeError} For an unknown option and for a value of another kind; the message names the option.
 */
export function checkOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (!NAMES.includes(name)) {
      throw new TypeError(`Cannot use the option ${name}: there is none${proposal(name, NAMES)}`);
    }
    const kind = KINDS[name];
    if (kind && value !== undefined && !kind.accepts(value)) {
      const shown = typeof value === "number" ? String(value) : JSON.stringify(value);
      throw new TypeError(`Cannot use the option ${name}: ${shown} isn't ${kind.description}`);
    }
  }
  checkData(Object.fromEntries(Object.entries(options).filter(([name]) => DATA_PARTS.includes(name))), "the options");
}

/** SQLite takes an empty name, `:memory:` and URLs for databases of another kind. */
function isFilePath(value: unknown): boolean {
  if (typeof value !== "string" || /^(:memory:|file:.*|)$/.test(value)) return false;
  return !statSync(value, { throwIfNoEntry: false })?.isDirectory();
}

function areLimits(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).every(([name, limit]) =>
    ["most", "idleSeconds"].includes(name) && Number.isInteger(limit) && limit >= 1
  );
}
