/**
 * The options of a world, checked before anything is written.
 *
 * @module
 */
import { statSync } from "node:fs";
import { checkData, DATA_PARTS } from "../seed/check_data.ts";
import { ANYTHING, checkMembers, FLAG, isObject, isWhole, type Kinds } from "../base/members.ts";

const LIMITS = ["most", "idleSeconds"];

const OPTIONS: Kinds = {
  seed: { accepts: Number.isSafeInteger, description: "a whole number" },
  clock: ANYTHING,
  path: { accepts: isFilePath, description: "the path of a file; without it, the state stays in memory" },
  strict: FLAG,
  config: ANYTHING,
  namespaces: { accepts: areLimits, description: "an object of most and idleSeconds, whole numbers from 1" },
  ...Object.fromEntries(DATA_PARTS.map((name) => [name, ANYTHING])),
};

/**
 * Checks options.
 *
 * @throws {TypeError} For an unknown option and for a value of another kind; the message names the option.
 */
export function checkOptions(options: object): void {
  checkMembers("the sandbox", options, OPTIONS);
  checkData(Object.fromEntries(Object.entries(options).filter(([name]) => DATA_PARTS.includes(name))), "the options");
}

/** SQLite takes an empty name, `:memory:` and URLs for databases of another kind. */
function isFilePath(value: unknown): boolean {
  if (typeof value !== "string" || /^(:memory:|file:.*|)$/.test(value)) return false;
  return !statSync(value, { throwIfNoEntry: false })?.isDirectory();
}

function areLimits(value: unknown): boolean {
  return isObject(value) &&
    Object.entries(value).every(([name, limit]) => LIMITS.includes(name) && isWhole(limit, 1));
}
