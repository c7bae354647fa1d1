import { nearestOperation } from "../document/undocumented.ts";
import type { Call } from "./call.ts";
import type { Operation } from "./operation.ts";
import { badRequest } from "./errors.ts";

export function checkQuery(call: Call, operation: Operation): void {
  for (const name of call.query.keys()) {
    if (operation.query.includes(name)) continue;
    const documented = nearestOperation(operation.method, call.path);
    call.world.undocumented.note(documented, `the parameter ${name.slice(0, 80)}`, documented);
    throw badRequest(`Unknown parameter: ${name}`);
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
