import type { Call } from "../http/call.ts";
import { documentedMethods, nearestOperation } from "../document/nearest.ts";
import { ApiFault, notFound } from "../http/errors.ts";
import { faultReply, found } from "../http/reply.ts";
import { redactText } from "../base/redact.ts";

/** Checks whether a browser opened the sandbox's own URL. */
function isPerson({ request, url }: Call): boolean {
  const accepted = request.headers.get("accept") ?? "";
  return request.method === "GET" && url.pathname === "/" && accepted.includes("text/html");
}

/** Returns the reply if no route matches: another method, a documented but missing route, or an unknown path. */
export function unrouted(call: Call): Response {
  const { method } = call.request;
  const path = call.url.pathname;
  if (isPerson(call)) return found(call, `${call.urls.api}/_sandbox/`);
  const allowed = documentedMethods(path);
  if (allowed.includes(method)) {
    return faultReply(call, new ApiFault(501, `${method} ${path} is not implemented`));
  }
  // Writes to /me/tracks and /me/playlists are a common mistake; the service answers 405.
  if (allowed.length > 0 || (method !== "GET" && /^\/me\/(?:tracks|playlists)\/[^/]+$/.test(path))) {
    const headers = { allow: allowed.join(", ") };
    return faultReply(call, new ApiFault(405, "", { body: "unknown route", headers }));
  }
  const nearest = nearestOperation(method, path);
  call.world.undocumented.note(`${method} ${redactText(path).slice(0, 200)}`, "the operation", nearest);
  return faultReply(call, notFound(`No route ${method} ${path}. The nearest is ${nearest}.`));
}
