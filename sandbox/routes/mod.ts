import { type Operation, operationsWith } from "../http/operation.ts";
import { appRoutes } from "./apps.ts";
import { feedRoutes } from "./feed.ts";
import { reactionRoutes } from "./reactions.ts";
import { meRoutes } from "./me.ts";
import { mediaRoutes } from "./media.ts";
import { oauthRoutes } from "./oauth.ts";
import { pairingRoutes } from "./pairing.ts";
import { playlistRoutes } from "./playlists.ts";
import { resolveRoutes } from "./resolve.ts";
import { searchRoutes } from "./search.ts";
import { streamRoutes } from "./streams.ts";
import { systemPlaylistRoutes } from "./system_playlists.ts";
import { trackRoutes } from "./tracks.ts";
import { userListRoutes, userRoutes } from "./users.ts";
import type { Call } from "../http/call.ts";
import { documentedMethods, nearestOperation } from "../document/undocumented.ts";
import { ApiFault, notFound } from "../http/errors.ts";
import { found, refusalReply } from "../http/reply.ts";
import { redactText } from "../base/redact.ts";

export const operations: readonly Operation[] = operationsWith({
  ...searchRoutes,
  ...userRoutes,
  ...userListRoutes,
  ...trackRoutes,
  ...streamRoutes,
  ...oauthRoutes,
  ...playlistRoutes,
  ...systemPlaylistRoutes,
  ...meRoutes,
  ...feedRoutes,
  ...reactionRoutes,
  ...resolveRoutes,
  ...appRoutes,
  ...pairingRoutes,
  ...mediaRoutes,
});

function isPerson({ request, url }: Call): boolean {
  const accepted = request.headers.get("accept") ?? "";
  return request.method === "GET" && url.pathname === "/" && accepted.includes("text/html");
}

export function unrouted(call: Call): Response {
  const { method } = call.request;
  const path = call.url.pathname;
  if (isPerson(call)) return found(call, `${call.urls.api}/_sandbox/`);
  const allowed = documentedMethods(path);
  if (allowed.includes(method)) return refusalReply(call, new ApiFault(501, `${method} ${path} is not implemented`));
  // Writes to /me/tracks and /me/playlists are a common mistake; SoundCloud answers 405.
  if (allowed.length > 0 || (method !== "GET" && /^\/me\/(?:tracks|playlists)\/[^/]+$/.test(path))) {
    const headers = { allow: allowed.join(", ") };
    return refusalReply(call, new ApiFault(405, "", { body: "unknown route", headers }));
  }
  const nearest = nearestOperation(method, path);
  call.world.undocumented.note(`${method} ${redactText(path).slice(0, 200)}`, "the operation", nearest);
  return refusalReply(call, notFound(`No route ${method} ${path}. The nearest is ${nearest}.`));
}
