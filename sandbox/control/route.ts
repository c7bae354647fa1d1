import type { Namespaces } from "../world/namespaces.ts";
import type { Place } from "../http/urls.ts";
import type { World } from "../world/world.ts";

/** A request to the control plane, and its context. */
export interface ControlCall {
  readonly request: Request;
  readonly url: URL;
  /** The world it is about. */
  readonly world: World;
  /** The prefix of the world's paths. */
  readonly place: Place;
  /** Every world. */
  readonly namespaces: Namespaces;
  /** Has the world answer a request as if it came in, faults and log included. */
  readonly perform: (request: Request) => Promise<Response>;
  /** Makes the world answer a request without faults and log. */
  readonly quietly: (request: Request) => Promise<Response>;
  /** Ends when the caller has gone, or the world. */
  readonly ends: readonly AbortSignal[];
  /** The part of the path that matches the route's `*`, decoded. */
  readonly rest: string;
}

/** One thing the control plane does. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below `/_sandbox`; `*` as the last segment matches any name. */
  readonly path: string;
  run(call: ControlCall): Response | Promise<Response>;
}

/** A request that the control plane refuses, and why. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  /** @param message What to do differently. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Headers of every reply: no caching, no content sniffing. */
export const COMMON_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

/** A JSON answer. */
export function reply(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: COMMON_HEADERS });
}
