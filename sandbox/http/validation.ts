import { nearestOperation } from "../document/nearest.ts";
import type { Call } from "./call.ts";
import type { Operation } from "./operation.ts";
import { badRequest } from "./errors.ts";

/** The levels of access a track can have for somebody. */
export type Access = "playable" | "preview" | "blocked";

const LEVELS: readonly string[] = ["playable", "preview", "blocked"] satisfies Access[];

/** Refuses a parameter that the operation doesn't know, as a strict sandbox does; the service ignores it. */
export function checkQuery(call: Call, operation: Operation): void {
  for (const name of call.query.keys()) {
    if (operation.query?.includes(name)) continue;
    const documented = nearestOperation(operation.method, call.path);
    call.world.undocumented.note(documented, `the parameter ${name.slice(0, 80)}`, documented);
    throw badRequest(`Unknown parameter: ${name}`);
  }
}

/** Whether a text is an address of the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** An integer parameter, or the fallback where it is missing. */
export function integer(call: Call, name: string, fallback: number): number {
  const text = call.query.get(name);
  if (text === null || text === "") return fallback;
  if (!/^-?\d{1,15}$/.test(text)) throw badRequest(`Parameter ${name} is not an integer: ${text.slice(0, 100)}`);
  return Number(text);
}

/** A flag: `true` and `1` are yes, `false` and `0` no. */
export function flag(call: Call, name: string, fallback: boolean): boolean {
  const text = call.query.get(name)?.toLowerCase();
  if (text === undefined || text === "") return fallback;
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw badRequest(`Parameter ${name} is neither true nor false: ${text.slice(0, 100)}`);
}

/** `limit` (or `page_size`, as links call it): 1 to 200. Above that the service gives 200; a strict sandbox refuses. */
export function limit(call: Call): number {
  const name = call.query.has("limit") ? "limit" : "page_size";
  const asked = integer(call, name, 50);
  if (asked < 1 || (asked > 200 && call.world.strict)) {
    throw badRequest(`Parameter ${name} is not between 1 and 200`);
  }
  return Math.min(asked, 200);
}

/** `offset`: 0 or more. */
export function offset(call: Call): number {
  const asked = integer(call, "offset", 0);
  if (asked < 0) throw badRequest("Parameter offset is negative");
  return asked;
}

/** `access`: a comma-separated choice of levels. */
export function accessLevels(call: Call, fallback: readonly Access[]): ReadonlySet<string> {
  const text = call.query.getAll("access").join(",");
  if (text === "") return new Set(fallback);
  const asked = text.split(",").map((level) => level.trim()).filter((level) => level !== "");
  const wrong = asked.find((level) => !LEVELS.includes(level));
  if (wrong !== undefined) throw badRequest(`Parameter access knows no ${wrong.slice(0, 100)}`);
  return new Set(asked);
}

/** What lists show unless asked otherwise. */
export const VISIBLE: readonly Access[] = ["playable", "preview"];

/** Every level: what a user's own likes, reposts and plays show. */
export const EVERYTHING: readonly Access[] = ["playable", "preview", "blocked"];
