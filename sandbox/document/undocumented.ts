import { OPERATION_TABLE } from "../contract/operations.ts";
import { editDistance } from "../base/check.ts";
import { fitsPattern } from "../base/path_pattern.ts";

/** The operations that clients may call, with SoundCloud's spelling of the paths. */
export const DOCUMENTED: readonly string[] = Object.entries(OPERATION_TABLE)
  .filter(([, { reply }]) => reply !== undefined).map(([operation]) => operation);

/** Returns the edit distance of a path from a template; any segment matches a `{parameter}` at no cost. */
function distanceTo(template: string, path: string): number {
  const [wanted, given] = [template.split("/"), path.split(/\/+/)];
  let sum = 0;
  for (let i = 0; i < Math.max(wanted.length, given.length); i++) {
    const [to, from] = [wanted[i] ?? "", given[i] ?? ""];
    if (!to.startsWith("{") || from === "") sum += editDistance(from.slice(0, 40), to);
  }
  return sum;
}

function split(operation: string): [method: string, template: string] {
  const [method = "", template = ""] = operation.split(" ");
  return [method, template];
}

export function documentedMethods(path: string): string[] {
  return DOCUMENTED.map(split).filter(([, template]) => fitsPattern(template, path)).map(([method]) => method);
}

export function nearestOperation(method: string, path: string): string {
  const ranked = DOCUMENTED.map((operation) => {
    const [verb, template] = split(operation);
    return { operation, far: distanceTo(template, path) + (verb === method ? 0 : 0.5) };
  });
  return ranked.reduce((best, next) => next.far < best.far ? next : best).operation;
}

/** A kind of request that isn't documented. */
export interface UndocumentedRequest {
  /** Such as `GET /track/7`. */
  readonly request: string;
  /** The undocumented part: the operation, or a parameter. */
  readonly problem: string;
  /** The documented operation that it is nearest to. */
  readonly nearest: string;
  /** Number of requests. */
  readonly count: number;
}

const MOST_KEPT = 200;

export class Undocumented {
  readonly #found = new Map<string, UndocumentedRequest>();

  /** Records a request. Only the first two hundred kinds are kept. */
  note(request: string, problem: string, nearest: string, count = 1): void {
    const key = `${request} ${problem}`;
    const known = this.#found.get(key);
    if (known === undefined && this.#found.size >= MOST_KEPT) return;
    this.#found.set(key, { request, problem, nearest, count: (known?.count ?? 0) + count });
  }

  merge(other: Undocumented): void {
    for (const { request, problem, nearest, count } of other.list()) this.note(request, problem, nearest, count);
  }

  /** The kinds of requests, in the order of their first request. */
  list(): UndocumentedRequest[] {
    return [...this.#found.values()];
  }

  clear(): void {
    this.#found.clear();
  }
}
