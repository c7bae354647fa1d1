import type { Connection } from "../http/connection.ts";
import { Refusal } from "./route.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** An address, a name of one label or of a private zone: no stranger on the internet can make such a name lead here. */
const OWN_HOST = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|[a-z0-9_-]+|[a-z0-9.-]+\.(?:localhost|internal))$/i;

function isSame(origin: URL, own: URL): boolean {
  const bothLoopback = LOOPBACK.has(origin.hostname) && LOOPBACK.has(own.hostname);
  return origin.host === own.host || (bothLoopback && origin.port === own.port);
}

/** What browsers say of a request that a page of another site has made by itself. A link that a person follows is none. */
function isForeign({ method, headers }: Request): boolean {
  const isVisit = method === "GET" && headers.get("sec-fetch-dest") === "document";
  return /^(?:cross|same)-site$/.test(headers.get("sec-fetch-site") ?? "") && !isVisit;
}

/**
 * Refuses what another site's page could have sent: a host name that isn't this machine's (DNS rebinding), an origin
 * that isn't the sandbox's own (CSRF), a script or a picture, which come without an origin. Within the process there is
 * nobody to deceive about the host.
 */
export function guard(request: Request, url: URL, connection: Connection | undefined): void {
  if (connection !== undefined && !OWN_HOST.test(url.hostname)) {
    throw new Refusal(403, `The control plane doesn't answer to the host ${url.hostname}`);
  }
  const origin = request.headers.get("origin");
  if (origin === null && isForeign(request)) throw new Refusal(403, "The control plane doesn't answer to other sites");
  if (origin !== null && !(URL.canParse(origin) && isSame(new URL(origin), url))) {
    throw new Refusal(403, "The control plane doesn't answer to other origins");
  }
}
