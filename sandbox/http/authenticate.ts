import type { Call } from "./call.ts";
import type { Needs } from "./operation.ts";
import { unauthorized } from "./errors.ts";
import { type Caller, findCaller } from "../store/oauth.ts";

const NO_HEADER = "A request must contain the Authorization header. " +
  "For details please refer to https://developers.soundcloud.com/blog/security-updates-api.";

function hasCredential(call: Call): boolean {
  return call.url.search !== "" && (call.query.has("client_id") || call.query.has("oauth_token"));
}

/**
 * Finds out who asks, from `Authorization: OAuth TOKEN` or `Bearer TOKEN`.
 *
 * A credential in the query is refused even beside a good header, and an app's token where a user's is needed is a 401
 * with an empty message.
 */
export function authenticate(call: Call, needs: Needs): Caller | undefined {
  if (needs === "nothing") return undefined;
  const header = call.request.headers.get("authorization");
  if (header === null || hasCredential(call)) throw unauthorized(NO_HEADER);
  const token = /^(?:oauth|bearer) +(\S+)$/i.exec(header)?.[1];
  const caller = token === undefined ? undefined : findCaller(call.world, token);
  if (caller === undefined || (needs === "user" && caller.userId === null)) throw unauthorized();
  return caller;
}
