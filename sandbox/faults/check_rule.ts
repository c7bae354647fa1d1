import { proposal } from "../world/nearest_name.ts";
import type { FaultMatch, FaultRule } from "./rule.ts";

type Check = (value: unknown) => boolean;

/** The types of a rule's members in messages. */
const WORDS: Readonly<Record<string, string>> = {
  status: "a status from 200 to 599",
  headers: "an object of texts",
  query: "an object of texts",
  latencyMs: "milliseconds from 0, or { p50, p99 } of which p99 is the larger",
  bytesPerSecond: "a number above 0",
  cutAfterBytes: "a whole number from 0",
  drop: "before, after_commit, malformed_chunk or never",
  times: "a whole number from 0",
  probability: "a number from 0 to 1",
  nth: "a whole number from 1",
};

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isAmount: Check = (value) => typeof value === "number" && value >= 0;
const isTexts: Check = (value) => isObject(value) && Object.values(value).every(isText);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSpread(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { p50, p99, ...others } = value;
  return isAmount(p50) && isAmount(p99) && Number(p50) > 0 && Number(p99) >= Number(p50) &&
    Object.keys(others).length === 0;
}

/** The checks of a rule's members. */
const RULE: Readonly<Record<keyof FaultRule, Check>> = {
  match: () => true,
  status: (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
  body: () => true,
  headers: isTexts,
  latencyMs: (value) => isAmount(value) || isSpread(value),
  bytesPerSecond: (value) => isAmount(value) && Number(value) > 0,
  cutAfterBytes: isCount,
  drop: (value) => ["before", "after_commit", "malformed_chunk", "never"].includes(String(value)),
  times: isCount,
  probability: (value) => isAmount(value) && Number(value) <= 1,
};
const MATCH: Readonly<Record<keyof FaultMatch, Check>> = {
  method: isText,
  path: isText,
  query: isTexts,
  headers: isTexts,
  body: () => true,
  token: isText,
  nth: (value) => isCount(value) && Number(value) >= 1,
};

function check(what: string, value: unknown, checks: Readonly<Record<string, Check>>): void {
  if (!isObject(value)) throw new TypeError(`${what} is not an object`);
  const known = Object.keys(checks);
  for (const [name, member] of Object.entries(value)) {
    if (!known.includes(name)) throw new TypeError(`${what} has no field ${name.slice(0, 80)}${proposal(name, known)}`);
    if (member === undefined) continue;
    if (checks[name]?.(member) === false) {
      throw new TypeError(`${name} of ${what} is not ${WORDS[name] ?? "a text"}`);
    }
  }
}

/**
 * Checks that a value is a rule.
 *
 * @throws {TypeError} With the invalid member, and its type or the most similar name.
 */
export function checkRule(value: unknown): FaultRule {
  check("a fault", value, RULE);
  const rule = value as FaultRule;
  if (rule.match !== undefined) check("match", rule.match, MATCH);
  return rule;
}
