import { readObject } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

function shown({ world: { clock } }: ControlCall): Response {
  return reply({ now: new Date(clock.now()).toISOString(), frozen: clock.frozen });
}

/**
 * `{ freeze: true }`, `{ set: moment }`, `{ advance: milliseconds }`, applied in this order. A clock that is frozen
 * first shows exactly the time that it is set to.
 */
async function change(call: ControlCall): Promise<Response> {
  const { clock } = call.world;
  const { set, advance, freeze } = await readObject(call.request, ["set", "advance", "freeze"]);
  if (set !== undefined && (!isMoment(set) || Number.isNaN(new Date(set).getTime()))) {
    throw new Refusal(400, "set is not a moment in time, such as 2026-01-31T12:00:00Z");
  }
  if (advance !== undefined && typeof advance !== "number") throw new Refusal(400, "advance is not in milliseconds");
  if (freeze !== undefined && typeof freeze !== "boolean") throw new Refusal(400, "freeze is neither true nor false");
  if (freeze === true) clock.freeze();
  if (freeze === false) clock.resume();
  if (isMoment(set)) clock.set(set);
  if (advance !== undefined) clock.advance(advance);
  return shown(call);
}

function isMoment(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** The sandbox's time. */
export const clockRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/clock", run: shown },
  { method: "POST", path: "/clock", run: change },
];
