import type { Namespaces } from "../world/namespaces.ts";
import type { Place } from "../base/urls.ts";
import type { World } from "../world/world.ts";
import type { Fields } from "../http/body.ts";
import { readText } from "../base/content.ts";
import { ANYTHING, checkMembers } from "../base/check.ts";

export interface ControlCall {
  readonly request: Request;
  readonly url: URL;
  readonly world: World;
  readonly place: Place;
  readonly namespaces: Namespaces;
  /** Sends a request to the world, with faults and log. */
  readonly perform: (request: Request) => Promise<Response>;
  /** Sends a request to the world, without faults and log. */
  readonly quietly: (request: Request) => Promise<Response>;
  /** Signals that abort when the caller has disconnected or the world is closed. */
  readonly ends: readonly AbortSignal[];
  /** The part of the path that matches the route's `*`, decoded. */
  readonly rest: string;
}

/** The routes of the control plane by method and path below `/_sandbox`. `*` matches any name. */
export type ControlRoutes = Readonly<Record<string, (call: ControlCall) => Response | Promise<Response>>>;

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const COMMON_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

export function reply(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: COMMON_HEADERS });
}

const MOST_BYTES = 1_048_576;

/** Parses a body as JSON; an empty body is an empty object. */
export async function readValue(request: Request): Promise<unknown> {
  const text = await readText(request, MOST_BYTES, () => new Refusal(413, "The body is over 1 MiB"));
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON");
  }
}

export async function readObject(request: Request, known: readonly string[]): Promise<Fields> {
  return checkObject("the body", await readValue(request), known);
}

/** Runs a check or a change; what it rejects is the caller's mistake. */
export function accept<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof TypeError ? new Refusal(400, error.message) : error;
  }
}

export function checkObject(what: string, value: unknown, known: readonly string[]): Fields {
  accept(() => checkMembers(what, value, Object.fromEntries(known.map((name) => [name, ANYTHING]))));
  return value as Fields;
}

/** Parses `1500`, `500ms` or `2s` as milliseconds. */
export function readDuration(text: string): number {
  const found = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s)?$/.exec(text);
  if (found === null) throw new Refusal(400, `${text.slice(0, 40)} is not a duration such as 500ms or 2s`);
  return Number(found[1]) * (found[2] === "s" ? 1000 : 1);
}

export function readCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Refusal(400, `${name} is not a whole number`);
  return Number(text);
}
