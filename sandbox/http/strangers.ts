/**
 * Tells what another site's page could have sent: the sandbox gives out tokens for the asking, so a page that a
 * developer happens to have open must not be able to ask.
 *
 * @module
 */
import type { Connection } from "./connection.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
/**
 * An address, a name of one label or of a zone that isn't the internet's, or one of the service itself: no stranger can
 * make such a name lead here.
 */
const OWN_HOST =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|[a-z0-9_-]+|[a-z0-9.-]+\.(?:localhost|internal|test)|(?:[a-z0-9-]+\.)?soundcloud\.(?:com|cloud))$/i;

/** A request, and what is known of where it comes from. */
export interface Approach {
  readonly request: Pick<Request, "method" | "headers">;
  readonly url: URL;
  /** Missing within the process, where there is nobody to deceive about the host. */
  readonly connection: Connection | undefined;
}

/** Whether a name in `Host` can be the sandbox's own; any other may have been led here by whoever owns it (DNS rebinding). */
export function isOwnHost({ url, connection }: Approach): boolean {
  return connection === undefined || OWN_HOST.test(url.hostname) || url.host === connection.publicUrl?.host;
}

/** Whether an origin is the address that the request was sent to; the names of the loopback are one. */
export function isOwnOrigin(origin: string, own: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  const bothLoopback = LOOPBACK.has(from.hostname) && LOOPBACK.has(own.hostname);
  return from.host === own.host || (bothLoopback && from.port === own.port);
}

/** Whether a page on this machine has this origin: the developer's own app, on whatever port. */
function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && (LOOPBACK.has(new URL(origin).hostname) || origin.endsWith(".localhost"));
}

/** Whether browsers say that another site's page made the request by itself. A link that a person follows is none. */
export function isForeign({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  const isVisit = method === "GET" && headers.get("sec-fetch-dest") === "document";
  return /^(?:cross|same)-site$/.test(headers.get("sec-fetch-site") ?? "") && !isVisit;
}

/**
 * Why a request must not change anything or be given a token, or undefined where it may.
 *
 * @param trusted Origins of apps that are registered, besides those of this machine.
 */
export function strangeness(approach: Approach, trusted: () => readonly string[]): string | undefined {
  if (!isOwnHost(approach)) return `The sandbox gives no tokens to the host ${approach.url.hostname}`;
  const { request, url } = approach;
  const origin = request.headers.get("origin");
  if (origin === null) return isForeign(request) ? "The sandbox gives no tokens to other sites" : undefined;
  if (isOwnOrigin(origin, url) || isLocalOrigin(origin) || trusted().includes(origin)) return undefined;
  return `The sandbox gives no tokens to pages of ${origin.slice(0, 100)}: no app there is registered`;
}
