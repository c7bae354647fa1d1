import type { Call } from "../http/call.ts";
import type { Operation } from "../http/operation.ts";
import { badRequest, notFound } from "../http/errors.ts";
import { urn } from "../present/fields.ts";
import { found } from "../http/reply.ts";
import { readShortCode } from "./short_links.ts";
import { findPlaylist, findPlaylistByPermalink } from "../store/playlists.ts";
import { stationName } from "../store/stations.ts";
import { findTrack, findTrackByPermalink } from "../store/tracks.ts";
import { findUser, findUserByPermalink } from "../store/users.ts";
import { mayRead } from "../present/visibility.ts";
import { visibleStation } from "./system_playlists.ts";

const WEB_HOSTS = ["soundcloud.com", "www.soundcloud.com", "m.soundcloud.com"];
const SHORT_HOST = "on.soundcloud.com";

/** What a web address stands for. */
interface Target {
  readonly kind: "users" | "tracks" | "playlists";
  readonly id: number;
  readonly secretToken?: string;
}

function asUrl(text: string): URL {
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) throw badRequest("Parameter url is not an address");
  return new URL(whole);
}

/** Path segments, decoded, without the empty ones. */
function segments(url: URL): string[] {
  try {
    return url.pathname.split("/").filter((segment) => segment !== "").map(decodeURIComponent);
  } catch {
    return [];
  }
}

interface Secret {
  readonly id: number;
  readonly user_id: number;
  readonly sharing: "public" | "private";
  readonly secret_token: string;
}

/** A private thing is only there for its owner and for those whose link carries its token. */
function open(call: Call, kind: "tracks" | "playlists", thing: Secret | undefined, token?: string): Target | undefined {
  if (thing === undefined || !mayRead(call, thing, token)) return undefined;
  return thing.sharing === "private" && token !== undefined
    ? { kind, id: thing.id, secretToken: token }
    : { kind, id: thing.id };
}

/** `/user`, `/user/track[/s-token]`, `/user/sets/playlist[/s-token]`. */
function fromWebPath(call: Call, path: readonly string[]): Target | undefined {
  const [permalink = "", ...rest] = path;
  const user = findUserByPermalink(call.db, permalink);
  if (user === undefined) return undefined;
  if (rest.length === 0) return { kind: "users", id: user.id };
  const isSet = rest[0] === "sets" && rest.length > 1;
  const [name = "", token, ...more] = isSet ? rest.slice(1) : rest;
  if (more.length > 0 || (token !== undefined && !token.startsWith("s-"))) return undefined;
  return isSet
    ? open(call, "playlists", findPlaylistByPermalink(call.db, user.id, name), token)
    : open(call, "tracks", findTrackByPermalink(call.db, user.id, name), token);
}

function fromShortLink(call: Call, code: string): Target | undefined {
  const target = readShortCode(code);
  if (target === undefined) return undefined;
  const { kind, id } = target;
  if (kind === "users") return findUser(call.db, id) === undefined ? undefined : target;
  return open(call, kind, kind === "tracks" ? findTrack(call.db, id) : findPlaylist(call.db, id));
}

/** URN of the station at an address such as `https://soundcloud.com/discover/sets/track-stations:1001`. */
function stationAt(call: Call, url: URL): string | undefined {
  const [discover, sets, name = "", ...more] = segments(url);
  if (!WEB_HOSTS.includes(url.hostname) || discover !== "discover" || sets !== "sets" || more.length > 0) {
    return undefined;
  }
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
  const path = segments(url);
  const target = url.hostname === SHORT_HOST
    ? fromShortLink(call, path[0] ?? "")
    : WEB_HOSTS.includes(url.hostname)
    ? fromWebPath(call, path)
    : undefined;
  if (target === undefined) throw notFound();
  const name = urn(target.kind, target.id);
  const token = target.secretToken === undefined ? "" : `?secret_token=${target.secretToken}`;
  return found(call, `${call.urls.api}/${target.kind}/${name}${token}`);
}

/** Web addresses to resources: a 302 whose target needs the token again. */
export const resolveRoutes: readonly Operation[] = [
  { method: "GET", path: "/resolve", needs: "app", query: ["url"], run: resolve },
];
