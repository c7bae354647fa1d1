/**
 * Detects requests from pages of other sites: the sandbox issues tokens without a login, so a page that is open in the
 * developer's browser must not reach it.
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

/** A request, and its known origin. */
export interface Approach {
  readonly request: Pick<Request, "method" | "headers">;
  readonly url: URL;
  /** Missing within the process, where the host can't be forged. */
  readonly connection: Connection | undefined;
}

/**
 * Whether a name in `Host` may be the sandbox's; another name may have been pointed here by its owner (DNS rebinding).
 */
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

/**
 * Whether the browser reports that a page of another site made the request. A link that a person follows doesn't count.
 */
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
