import { type FaultName, FAULTS } from "../contract/faults.ts";
import { faultDefinitions } from "../faults/named.ts";
import { type Input, readValue } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

/** Adds a fault: a name, `{ name, …rule }`, or a rule. */
function add({ world }: ControlCall, value: unknown): unknown {
  if (typeof value === "string") return world.faults.add(value as FaultName);
  const { name, ...rule } = asObject(value);
  if (name === undefined) return world.faults.add(rule);
  return world.faults.add(name as FaultName, rule);
}

function asObject(value: unknown): Input {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal(400, "a fault is not an object");
  }
  return value as Input;
}

/** Adds a fault or a list of faults. */
async function addAll(call: ControlCall): Promise<Response> {
  const value = await readValue(call.request);
  try {
    return reply(Array.isArray(value) ? value.map((each) => add(call, each)) : add(call, value), 201);
  } catch (error) {
    throw error instanceof TypeError ? new Refusal(400, error.message) : error;
  }
}

function list({ world }: ControlCall): Response {
  const names = Object.entries(FAULTS).map(([name, { about }]) => ({
    name,
    about,
    rule: faultDefinitions[name as FaultName].rule,
  }));
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

/** The faults. */
export const faultRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/faults", run: list },
  { method: "POST", path: "/faults", run: addAll },
  { method: "DELETE", path: "/faults", run: clear },
  { method: "DELETE", path: "/faults/*", run: remove },
];
