import { editDistance } from "../base/nearest_name.ts";
import { DOCUMENTED } from "./documented.ts";

/** Returns the edit distance of a path from a template; any segment matches a `{parameter}` at no cost. */
function distanceTo(template: string, path: string): number {
  const [wanted, given] = [template.split("/"), path.split("/")];
  let sum = 0;
  for (let i = 0; i < Math.max(wanted.length, given.length); i++) {
    const [to, from] = [wanted[i] ?? "", given[i] ?? ""];
    if (!to.startsWith("{") || from === "") sum += editDistance(from.slice(0, 40), to);
  }
  return sum;
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return wanted.length === given.length &&
    wanted.every((segment, i) => segment.startsWith("{") ? given[i] !== "" : segment === given[i]);
}

function split(operation: string): [method: string, template: string] {
  const [method = "", template = ""] = operation.split(" ");
  return [method, template];
}

/** Returns the documented methods of a path. */
export function documentedMethods(path: string): string[] {
  return DOCUMENTED.map(split).filter(([, template]) => matches(template, path)).map(([method]) => method);
}

/** Returns the documented operation most similar to a request; of equally similar ones, one with the same method. */
export function nearestOperation(method: string, path: string): string {
  const ranked = DOCUMENTED.map((operation) => {
    const [verb, template] = split(operation);
    return { operation, far: distanceTo(template, path) + (verb === method ? 0 : 0.5) };
  });
  return ranked.reduce((best, next) => next.far < best.far ? next : best).operation;
}
