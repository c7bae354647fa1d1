import { type FaultName, FAULTS } from "../contract/faults.ts";
import { isObject } from "../base/check.ts";
import { faultDefinitions } from "../faults/named.ts";
import { accept, type ControlCall, type ControlRoutes, readValue, Refusal, reply } from "./route.ts";

/** Adds a fault: a name, `{ name, …rule }`, or a rule. */
function add({ world }: ControlCall, value: unknown): unknown {
  if (typeof value === "string") return world.faults.add(value as FaultName);
  if (!isObject(value)) throw new Refusal(400, "a fault is not an object");
  const { name, ...rule } = value;
  if (name === undefined) return world.faults.add(rule);
  return world.faults.add(name as FaultName, rule);
}

async function addAll(call: ControlCall): Promise<Response> {
  const value = await readValue(call.request);
  const { faults } = call.world;
  const before = faults.active;
  try {
    return reply(accept(() => Array.isArray(value) ? value.map((each) => add(call, each)) : add(call, value)), 201);
  } catch (error) {
    faults.active = before;
    throw error;
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

export const faultRoutes: ControlRoutes = {
  "GET /faults": list,
  "POST /faults": addAll,
  "DELETE /faults": clear,
  "DELETE /faults/*": remove,
};
