import { faultDefinitions, isFaultName } from "../faults/named.ts";
import type { FaultRule } from "../faults/rule.ts";
import { proposal } from "../world/nearest_name.ts";
import { checkObject, type Input, readValue } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

type Check = (value: unknown) => boolean;

/** What the members of a rule may be, as a message has it. */
const WORDS: Readonly<Record<string, string>> = {
  status: "a status from 200 to 599",
  headers: "an object of texts",
  latencyMs: "milliseconds from 0, or { p50, p99 } of which p99 is the larger",
  bytesPerSecond: "a number above 0",
  cutAfterBytes: "a whole number from 0",
  drop: "before, after_commit, malformed_chunk or never",
  times: "a whole number from 0",
  probability: "a number from 0 to 1",
  nth: "a whole number from 1",
  query: "an object of texts",
};

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isAmount: Check = (value) => typeof value === "number" && value >= 0;

function isSpread(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { p50, p99, ...others } = value as Record<string, unknown>;
  return isAmount(p50) && isAmount(p99) && Number(p50) > 0 && Number(p99) >= Number(p50) &&
    Object.keys(others).length === 0;
}

const isTexts: Check = (value) => typeof value === "object" && value !== null && Object.values(value).every(isText);

/** What each member of a rule has to be. */
const RULE: Readonly<Record<keyof FaultRule, Check>> = {
  match: (value) => value !== undefined,
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
const MATCH: Readonly<Record<keyof NonNullable<FaultRule["match"]>, Check>> = {
  method: isText,
  path: isText,
  query: isTexts,
  headers: isTexts,
  body: () => true,
  token: isText,
  nth: isCount,
};

function check(what: string, value: Input, checks: Readonly<Record<string, Check>>): void {
  for (const [name, member] of Object.entries(value)) {
    if (checks[name]?.(member) === false) {
      throw new Refusal(400, `${name} of ${what} is not ${WORDS[name] ?? "a text"}`);
    }
  }
}

/** A rule as somebody sent it; `name` is not part of it. */
function ruleOf({ name: _name, ...members }: Input): FaultRule {
  const rule = checkObject("a fault", members, Object.keys(RULE));
  check("a fault", rule, RULE);
  if (rule.match !== undefined) check("match", checkObject("match", rule.match, Object.keys(MATCH)), MATCH);
  return rule as FaultRule;
}

function add({ world }: ControlCall, value: unknown): unknown {
  const input: Input = typeof value === "string" ? { name: value } : checkObject("a fault", value, [
    "name",
    ...Object.keys(RULE),
  ]);
  const rule = ruleOf(input);
  if (input.name === undefined) return world.faults.add(rule);
  if (typeof input.name !== "string" || !isFaultName(input.name)) {
    const name = String(input.name).slice(0, 80);
    throw new Refusal(400, `No fault is called ${name}${proposal(name, Object.keys(faultDefinitions))}`);
  }
  return world.faults.add(input.name, rule);
}

/** A fault, or a list of them: a name, `{ name, …rule }`, or a rule. */
async function addAll(call: ControlCall): Promise<Response> {
  const value = await readValue(call.request);
  return reply(Array.isArray(value) ? value.map((each) => add(call, each)) : add(call, value), 201);
}

function list({ world }: ControlCall): Response {
  const names = Object.entries(faultDefinitions).map(([name, { about, rule }]) => ({ name, about, rule }));
  return reply({ active: world.faults.list(), names });
}

function remove({ world, rest }: ControlCall): Response {
  if (!world.faults.remove(Number(rest))) throw new Refusal(404, `There is no fault ${rest.slice(0, 80)}`);
  return reply({ status: "removed" });
}

function clear({ world }: ControlCall): Response {
  world.faults.clear();
  return reply({ status: "cleared" });
}

/** What goes wrong. */
export const faultRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/faults", run: list },
  { method: "POST", path: "/faults", run: addAll },
  { method: "DELETE", path: "/faults", run: clear },
  { method: "DELETE", path: "/faults/*", run: remove },
];
