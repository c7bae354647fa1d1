import type { Connection } from "../http/connection.ts";
import { isForeign, isOwnHost, isOwnOrigin } from "../http/strangers.ts";
import { Refusal } from "./route.ts";

/**
 * Refuses what another site's page could have sent: a host name that isn't this machine's (DNS rebinding), an origin
 * that isn't the sandbox's own (CSRF), a script or a picture, which come without an origin.
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
