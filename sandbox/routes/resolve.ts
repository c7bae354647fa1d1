import type { Call } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { badRequest, notFound } from "../http/errors.ts";
import { urn } from "../present/fields.ts";
import { found } from "../http/reply.ts";
import { stationName } from "../store/stations.ts";
import { visibleStation } from "./system_playlists.ts";
import { asUrl, isWebPage, pageTarget, segments } from "./web_addresses.ts";

/** Returns the URN of the station at a URL such as `https://soundcloud.com/discover/sets/track-stations:1001`. */
function stationAt(call: Call, url: URL): string | undefined {
  const [discover, sets, name = "", ...more] = segments(url);
  if (!isWebPage(url) || discover !== "discover" || sets !== "sets" || more.length > 0) return undefined;
  const station = visibleStation(call, name);
  if (station === undefined) throw notFound();
  return `soundcloud:system-playlists:${stationName(station)}`;
}

function resolve(call: Call): Response {
  const text = call.query.get("url")?.trim();
  if (text === undefined || text === "") throw badRequest("Parameter url is missing");
  const url = asUrl(text);
  const station = stationAt(call, url);
  if (station !== undefined) return found(call, `${call.urls.api}/system-playlists/${station}`);
  const target = pageTarget(call, url);
  if (target === undefined) throw notFound();
  const name = urn(target.kind, target.id);
  const token = target.secretToken === undefined ? "" : `?secret_token=${target.secretToken}`;
  return found(call, `${call.urls.api}/${target.kind}/${name}${token}`);
}

/** Resolves web pages to resources: a 302 whose target requires the token. */
export const resolveRoutes: Handlers = { "GET /resolve": resolve };
