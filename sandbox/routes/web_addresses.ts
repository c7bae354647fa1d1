/**
 * The resources of web pages.
 *
 * @module
 */
import { mayRead } from "../present/fields.ts";
import type { Call } from "../http/call.ts";
import { badRequest } from "../http/errors.ts";
import { findPlaylistByPermalink } from "../store/playlists.ts";
import { findTrackByPermalink } from "../store/tracks.ts";
import { findPlaylist, findTrack, findUser } from "../store/lookups.ts";
import { findUserByPermalink } from "../store/users.ts";
import { readShortCode } from "./short_links.ts";

const WEB_HOSTS = ["soundcloud.com", "www.soundcloud.com", "m.soundcloud.com"];
const SHORT_HOST = "on.soundcloud.com";

/** The resource at a URL. */
export interface Target {
  readonly kind: "users" | "tracks" | "playlists";
  readonly id: number;
  readonly secretToken?: string;
}

/** Parses a URL, whose default scheme is https. An invalid one is a 400. */
export function asUrl(text: string): URL {
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) throw badRequest("Parameter url is not an address");
  return new URL(whole);
}

/** Checks whether a URL is of the service's web pages. */
export function isWebPage({ hostname }: URL): boolean {
  return WEB_HOSTS.includes(hostname);
}

/** Returns the decoded path segments without empty ones. */
export function segments(url: URL): string[] {
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

/** Checks access: a private resource is visible only to its owner, and through links with its token. */
function open(call: Call, kind: "tracks" | "playlists", thing: Secret | undefined, token?: string): Target | undefined {
  if (thing === undefined || !mayRead(call, thing, token)) return undefined;
  return thing.sharing === "private" && token !== undefined
    ? { kind, id: thing.id, secretToken: token }
    : { kind, id: thing.id };
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
  return isSet
    ? open(call, "playlists", findPlaylistByPermalink(call.db, user.id, name), token)
    : open(call, "tracks", findTrackByPermalink(call.db, user.id, name), token);
}

/**
 * Returns the resource with an id, if the caller may see it.
 *
 * @param token The secret token in the URL.
 */
function thingAt(call: Call, { kind, id }: Target, token?: string): Target | undefined {
  if (kind === "users") return findUser(call.db, id) && { kind, id };
  return open(call, kind, kind === "tracks" ? findTrack(call.db, id) : findPlaylist(call.db, id), token);
}

function fromShortLink(call: Call, code: string): Target | undefined {
  const target = readShortCode(code);
  return target && thingAt(call, target);
}

/** Returns the resource of a page or a short link; undefined if the caller may not see it. */
export function pageTarget(call: Call, url: URL): Target | undefined {
  const path = segments(url);
  if (url.hostname === SHORT_HOST) return fromShortLink(call, path[0] ?? "");
  return isWebPage(url) ? fromWebPath(call, path) : undefined;
}

/** Returns the resource at an API URL: `/tracks/1`, `/tracks/soundcloud:tracks:1` and so on. */
function apiTarget(call: Call, url: URL): Target | undefined {
  const path = url.pathname.replace(/%3A/gi, ":");
  const [, kind, digits] = /\/(users|tracks|playlists)\/(?:soundcloud:\1:)?(\d{1,15})$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  const named = { kind: kind as Target["kind"], id: Number(digits) };
  return thingAt(call, named, url.searchParams.get("secret_token") ?? undefined);
}

/** Returns the resource of a web page, a short link or an API URL; undefined if the caller may not see it. */
export function linkedThing(call: Call, text: string): Target | undefined {
  const url = asUrl(text);
  const isApi = url.origin === "https://api.soundcloud.com" || `${url}`.startsWith(`${call.urls.api}/`) ||
    url.origin === call.url.origin;
  return pageTarget(call, url) ?? (isApi ? apiTarget(call, url) : undefined);
}
