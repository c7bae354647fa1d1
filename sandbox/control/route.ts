import type { Namespaces } from "../world/namespaces.ts";
import type { Place } from "../base/urls.ts";
import type { World } from "../world/world.ts";

/** A request to the control plane and its context. */
export interface ControlCall {
  readonly request: Request;
  readonly url: URL;
  /** The world of the request. */
  readonly world: World;
  /** The prefix of the world's paths. */
  readonly place: Place;
  /** The worlds of the sandbox. */
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

/** A route of the control plane. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below `/_sandbox`; `*` as the last segment matches any name. */
  readonly path: string;
  run(call: ControlCall): Response | Promise<Response>;
}

/** Thrown if the control plane rejects a request. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  /** @param message What to change. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Headers of every reply: no caching, no content sniffing. */
export const COMMON_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

/** Creates a JSON reply. */
export function reply(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: COMMON_HEADERS });
}
