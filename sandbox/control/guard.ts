import type { Connection } from "../http/connection.ts";
import { isForeign, isOwnHost, isOwnOrigin } from "../http/strangers.ts";
import { Refusal } from "./route.ts";

/**
 * Rejects requests that a page of another site could have sent: with a host name that isn't this machine's (DNS
 * rebinding), with another origin (CSRF), or for a script or picture, which are sent without an origin.
 */
export function guard(request: Request, url: URL, connection: Connection | undefined): void {
  if (!isOwnHost({ request, url, connection })) {
    throw new Refusal(403, `The control plane doesn't answer to the host ${url.hostname}`);
  }
  const origin = request.headers.get("origin");
  if (origin === null && isForeign(request)) throw new Refusal(403, "The control plane doesn't answer to other sites");
  if (origin !== null && !isOwnOrigin(origin, url)) {
    throw new Refusal(403, "The control plane doesn't answer to other origins");
  }
}
