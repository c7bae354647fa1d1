// Detects requests from pages of other sites. The sandbox issues tokens without a login, so a page that is open in the
// developer's browser must not reach it.
import { redirectOrigins } from "../store/oauth.ts";
import type { Call } from "./call.ts";
import type { Connection } from "./connection.ts";
import { forbidden } from "./errors.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
/**
 * An IP address, a name of one label, a name in a zone outside the internet, or one of SoundCloud: nobody else can
 * make such a name resolve to this machine.
 */
const OWN_HOST =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|[a-z0-9_-]+|[a-z0-9.-]+\.(?:localhost|internal|test)|(?:[a-z0-9-]+\.)?soundcloud\.(?:com|cloud))$/i;

export interface Approach {
  readonly request: Pick<Request, "method" | "headers">;
  readonly url: URL;
  /** Missing in-process, where the host can't be forged. */
  readonly connection: Pick<Connection, "publicUrl"> | undefined;
}

/** The owner of another name than these may have made it resolve here (DNS rebinding). */
export function isOwnHost({ url, connection }: Approach): boolean {
  return connection === undefined || OWN_HOST.test(url.hostname) || url.host === connection.publicUrl?.host;
}

/** Checks whether an origin is the request's own; the names of the loopback count as one. */
export function isOwnOrigin(origin: string, own: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  const bothLoopback = LOOPBACK.has(from.hostname) && LOOPBACK.has(own.hostname);
  return from.host === own.host || (bothLoopback && from.port === own.port);
}

/** Checks whether an origin is on this machine: the developer's own app, on any port. */
function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && (LOOPBACK.has(new URL(origin).hostname) || origin.endsWith(".localhost"));
}

/** Checks whether the browser reports that a page of another site made the request. Following a link doesn't count. */
export function isForeign({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  const isVisit = method === "GET" && headers.get("sec-fetch-dest") === "document";
  return /^(?:cross|same)-site$/.test(headers.get("sec-fetch-site") ?? "") && !isVisit;
}

/** Returns why a change or a token is refused to a request; `trusted` are the origins of registered apps. */
export function strangeness(approach: Approach, trusted: () => readonly string[]): string | undefined {
  if (!isOwnHost(approach)) return `The sandbox gives no tokens to the host ${approach.url.hostname}`;
  const { request, url } = approach;
  const origin = request.headers.get("origin");
  if (origin === null) return isForeign(request) ? "The sandbox gives no tokens to other sites" : undefined;
  if (isOwnOrigin(origin, url) || isLocalOrigin(origin) || trusted().includes(origin)) return undefined;
  return `The sandbox gives no tokens to pages of ${origin.slice(0, 100)}: no app there is registered`;
}

/** Checks a change or a token that needs no token. Pages of registered apps may ask. */
export function refuseStrangers(call: Call): void {
  const problem = strangeness(call, () => redirectOrigins(call.world));
  if (problem !== undefined) throw forbidden(problem).because("other_site");
}
