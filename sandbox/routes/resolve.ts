import { visibleStation } from "../present/station.ts";
import { mayRead, type Secret, uri } from "../present/fields.ts";
import { type Call, orNotFound } from "../http/call.ts";
import { badRequest } from "../http/errors.ts";
import { findByPermalink } from "../store/permalinks.ts";
import { findPlaylist, findTrack, findUser } from "../store/lookups.ts";
import { findUserByPermalink } from "../store/users.ts";
import type { Handlers } from "../http/operation.ts";
import { found } from "../http/reply.ts";
import { stationName } from "../store/stations.ts";

interface Target {
  readonly kind: "users" | "tracks" | "playlists";
  readonly id: number;
  readonly secretToken?: string;
}

const WEB_HOSTS = ["soundcloud.com", "www.soundcloud.com", "m.soundcloud.com"];
const SHORT_HOST = "on.soundcloud.com";
/** The code of a short link is opaque at SoundCloud; here it names its resource: `on.soundcloud.com/tracks1001`. */
const SHORT_CODE = /^(users|tracks|playlists)(\d{1,15})$/;

/** Parses a URL, whose default scheme is https. An invalid one is a 400. */
function asUrl(text: string): URL {
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) throw badRequest("Parameter url is not an address");
  return new URL(whole);
}

function segments(url: URL): string[] {
  try {
    return url.pathname.split("/").filter((segment) => segment !== "").map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** Checks access: a private resource is visible only to its owner, and through links with its token. */
function open(call: Call, kind: "tracks" | "playlists", row: Secret | undefined, token?: string): Target | undefined {
  if (row === undefined || !mayRead(call, row, token)) return undefined;
  const { id, sharing } = row;
  return { kind, id, ...(sharing === "private" && token !== undefined && { secretToken: token }) };
}

/** Finds `/user`, `/user/track[/s-token]` or `/user/sets/playlist[/s-token]`. */
function fromWebPath(call: Call, path: readonly string[]): Target | undefined {
  const [permalink = "", ...rest] = path;
  const user = findUserByPermalink(call.db, permalink);
  if (user === undefined) return undefined;
  if (rest.length === 0) return { kind: "users", id: user.id };
  const isSet = rest[0] === "sets" && rest.length > 1;
  const [name = "", token, ...more] = isSet ? rest.slice(1) : rest;
  if (more.length > 0 || (token !== undefined && !token.startsWith("s-"))) return undefined;
  const kind = isSet ? "playlists" : "tracks";
  return open(call, kind, findByPermalink(call.db, kind, user.id, name), token);
}

function fromShortLink(call: Call, code: string): Target | undefined {
  const [, kind, digits] = SHORT_CODE.exec(code) ?? [];
  const id = Number(digits);
  if (kind === "users") return findUser(call.db, id) && { kind, id };
  if (kind === "tracks") return open(call, kind, findTrack(call.db, id));
  return kind === "playlists" ? open(call, kind, findPlaylist(call.db, id)) : undefined;
}

function pageTarget(call: Call, url: URL): Target | undefined {
  const path = segments(url);
  if (url.hostname === SHORT_HOST) return fromShortLink(call, path[0] ?? "");
  return WEB_HOSTS.includes(url.hostname) ? fromWebPath(call, path) : undefined;
}

function stationAt(call: Call, url: URL): string | undefined {
  const [discover, sets, name = "", ...more] = WEB_HOSTS.includes(url.hostname) ? segments(url) : [];
  if (discover !== "discover" || sets !== "sets" || more.length > 0) return undefined;
  return `soundcloud:system-playlists:${stationName(orNotFound(visibleStation(call, name)))}`;
}

function resolve(call: Call): Response {
  const text = call.query.get("url")?.trim();
  if (text === undefined || text === "") throw badRequest("Parameter url is missing");
  const url = asUrl(text);
  const station = stationAt(call, url);
  if (station !== undefined) return found(call, `${call.urls.api}/system-playlists/${station}`);
  const { kind, id, secretToken } = orNotFound(pageTarget(call, url));
  return found(call, uri(call, kind, id, secretToken));
}

export const resolveRoutes: Handlers = { "GET /resolve": resolve };
