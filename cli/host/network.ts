/**
 * The network as the command line sees it: every request can be watched, and ends with the program.
 *
 * @module
 */

import { ServiceError } from "@tonearm/client";
import { isLasting } from "../errors.ts";

/** Observes requests. */
export interface Watcher {
  /** Called when a request starts; the returned function is called when it ends. */
  started(method: string, url: string): (response: Response | undefined) => void;
}

const SECRET = /token|secret|code|signature|policy|key|state|challenge|verifier/i;
/** The last part of a private share link, also within another address. */
const SHARED = /(\/|=|%2F|%3D)s-[\w-]+/gi;
const EDGE_IDS = ["x-amz-cf-id", "x-tyk-trace-id", "x-request-id"] as const;

/** A request for tokens: its reply must not be lost, because its refresh token works once. */
const isTokenRequest = (address: string) => URL.canParse(address) && new URL(address).pathname.endsWith("/oauth/token");

/**
 * A `fetch` that reports to an observer and is aborted by the program's signal. A request for tokens isn't: the process
 * waits for its reply.
 */
export function watchedFetch(
  send: typeof globalThis.fetch,
  ending: AbortSignal,
  watcher: Watcher,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const address = request?.url ?? String(input);
    const ended = watcher.started(init?.method ?? request?.method ?? "GET", address);
    const own = isTokenRequest(address) ? undefined : ending;
    const signals = [own, init?.signal, request?.signal].filter((signal) => signal instanceof AbortSignal);
    let response: Response | undefined;
    try {
      response = await send(input, { ...init, signal: AbortSignal.any(signals) });
      return response;
    } catch (error) {
      throw isLasting(error) ? lasting(error, address) : error;
    } finally {
      ended(response);
    }
  };
}

/** The library wraps other errors as `network`, but leaves its own unchanged. */
function lasting(cause: unknown, address: string): ServiceError {
  return new ServiceError(0, "", undefined, { code: "http", url: redactUrl(address), cause, text: "" });
}

/** An address without its secrets, for people to read. */
export function redactUrl(address: string): string {
  if (!URL.canParse(address)) return "(unreadable address)";
  const url = new URL(address);
  for (const name of new Set(url.searchParams.keys())) {
    if (SECRET.test(name)) url.searchParams.set(name, "redacted");
  }
  url.username = url.password = url.hash = "";
  return url.href.replace(SHARED, "$1s-redacted");
}

/** The gateway's id of a reply, for a report. */
export function edgeId(response: Response): string | undefined {
  for (const name of EDGE_IDS) {
    const id = response.headers.get(name);
    if (id) return `${name} ${id}`;
  }
  return undefined;
}
