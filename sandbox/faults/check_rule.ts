import { PATTERN_KINDS } from "../http/request_pattern.ts";
import { ANYTHING, checkMembers, COUNT, isObject, isWhole, type Kinds, TEXT, TEXTS } from "../base/members.ts";
import type { FaultMatch, FaultRule } from "./rule.ts";

const isAmount = (value: unknown) => typeof value === "number" && value >= 0;

function isSpread(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { p50, p99, ...others } = value;
  return isAmount(p50) && isAmount(p99) && Number(p50) > 0 && Number(p99) >= Number(p50) &&
    Object.keys(others).length === 0;
}

const RULE: Kinds<keyof FaultRule> = {
  match: ANYTHING,
  status: { accepts: (value) => isWhole(value, 200, 599), description: "a status from 200 to 599" },
  body: ANYTHING,
  headers: TEXTS,
  latencyMs: {
    accepts: (value) => isAmount(value) || isSpread(value),
    description: "milliseconds from 0, or { p50, p99 } of which p99 is the larger",
  },
  bytesPerSecond: { accepts: (value) => isAmount(value) && Number(value) > 0, description: "a number above 0" },
  cutAfterBytes: COUNT,
  drop: {
    accepts: (value) => ["before", "after_commit", "malformed_chunk", "never"].includes(String(value)),
    description: "before, after_commit, malformed_chunk or never",
  },
  times: COUNT,
  probability: { accepts: (value) => isAmount(value) && Number(value) <= 1, description: "a number from 0 to 1" },
};
const MATCH: Kinds<keyof FaultMatch> = {
  ...PATTERN_KINDS,
  token: TEXT,
  nth: { accepts: (value) => isWhole(value, 1), description: "a whole number from 1" },
};

/**
 * Checks that a value is a rule.
 *
 * @throws {TypeError} With the invalid member, and its type or the most similar name.
 */
export function checkRule(value: unknown): FaultRule {
  checkMembers("a fault", value, RULE);
  const rule = value as FaultRule;
  if (rule.match !== undefined) checkMembers("match", rule.match, MATCH);
  return rule;
}
