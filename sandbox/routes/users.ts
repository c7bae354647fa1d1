import { type Call, orNotFound, parseId } from "../http/call.ts";
import { badRequest, notFound } from "../http/errors.ts";
import type { Handler, Handlers } from "../http/operation.ts";
import { collection, cursorPage, datedCursor, numberedCursor, offsetPage, partitioned } from "../http/page.ts";
import { json } from "../http/reply.ts";
import { presentPlaylists } from "../present/playlist.ts";
import { type Access, EVERYTHING, type Json, timestamp, urn } from "../present/fields.ts";
import { presentStation } from "../present/station.ts";
import { presentTracks } from "../present/track.ts";
import { presentUser, presentUsers } from "../present/user.ts";
import { findUser } from "../store/lookups.ts";
import { isRelated, type Listed, ownedBy, type Relation, targetsOf } from "../store/relations.ts";
import { likedStations, parseStation } from "../store/stations.ts";
import type { UserRow } from "../store/rows.ts";
import { usersBehind } from "./reactions.ts";
import { relatedUsers, webProfilesOf } from "../store/users.ts";

export function namedUser(call: Call): UserRow {
  const user = unlessUnknown(call);
  if (user === undefined) throw notFound().because("no_resource", { kind: "user", id: call.param("user_urn") });
  return user;
}

function unlessUnknown(call: Call): UserRow | undefined {
  return findUser(call.db, call.id("user_urn", "users"));
}

/** Returns the order of uploads; `direction` and `order` are other names of the parameter. */
function sortOrder(call: Call): "asc" | "desc" {
  const text = call.query.get("sort") ?? call.query.get("direction") ?? call.query.get("order") ?? "desc";
  if (text === "asc" || text === "desc") return text;
  throw badRequest(`Parameter sort is neither asc nor desc: ${text.slice(0, 100)}`);
}

function uploads(call: Call, userId: number): Response {
  const order = sortOrder(call);
  const page = cursorPage(call, datedCursor("tracks"), (window) => ownedBy(call.db, "tracks", userId, window, order));
  const fallback = userId === call.viewer ? EVERYTHING : undefined;
  return partitioned(call, presentTracks(call, page.rows, fallback), page.next);
}

function playlists(call: Call, userId: number): Response {
  const page = cursorPage(call, datedCursor("playlists"), (window) => ownedBy(call.db, "playlists", userId, window));
  return partitioned(call, presentPlaylists(call, page.rows), page.next);
}

/** The cursor contains the time at which each track or playlist was liked or reposted. */
function listedPage<Kind extends "tracks" | "playlists">(call: Call, relation: Relation, kind: Kind, userId: number) {
  const { encode, decode } = datedCursor(kind);
  const format = { encode: ({ seq, listed_at }: Listed<unknown>) => encode({ seq, created_at: listed_at }), decode };
  return cursorPage(call, format, (window) => targetsOf(call.db, relation, kind, userId, window));
}

type List = (call: Call, userId: number) => Response;

function tracksBy(relation: Relation, fallback?: readonly Access[]): List {
  return (call, userId) => {
    const page = listedPage(call, relation, "tracks", userId);
    return partitioned(call, presentTracks(call, page.rows, fallback), page.next);
  };
}

function playlistsBy(relation: Relation): List {
  return (call, userId) => {
    const page = listedPage(call, relation, "playlists", userId);
    return partitioned(call, presentPlaylists(call, page.rows), page.next);
  };
}

/** Returns the stations that a user likes, without their tracks; missing ones are omitted. */
function stationLikes(call: Call, userId: number): Response {
  const format = datedCursor("system-playlists");
  const page = cursorPage(call, format, (window) => likedStations(call.db, userId, window));
  const items = page.rows.flatMap(({ station: name }): Json[] => {
    const station = parseStation(name);
    const playlist = station && presentStation(call, station, false);
    return playlist === undefined ? [] : [playlist];
  });
  return partitioned(call, items, page.next);
}

function followings(call: Call, userId: number): Response {
  const page = cursorPage(call, numberedCursor, (window) => targetsOf(call.db, "follows", "users", userId, window));
  return collection(call, presentUsers(call, page.rows), page.next);
}

function followers(call: Call, userId: number): Response {
  return usersBehind(call, "follows", findUser(call.db, userId) as UserRow);
}

/** Returns an empty list for an unknown user, as #121 of SoundCloud's tracker reports. */
function orNobody(list: List, nothing: (call: Call) => Response): (call: Call) => Response {
  return (call) => {
    const user = unlessUnknown(call);
    return user === undefined ? nothing(call) : list(call, user.id);
  };
}

const noUsers = (call: Call) => json(call, { collection: [], next_href: null });
const noPlaylists = (call: Call) => partitioned(call, []);

function ofKnown(list: List): Handler {
  return (call) => list(call, namedUser(call).id);
}

function ofCaller(list: List): Handler {
  return (call) => list(call, call.user);
}

export const userListRoutes: Handlers = {
  "GET /users/{user_urn}/followers": orNobody(followers, noUsers),
  "GET /users/{user_urn}/followings": orNobody(followings, noUsers),
  "GET /users/{user_urn}/playlists": orNobody(playlists, noPlaylists),
  "GET /users/{user_urn}/tracks": ofKnown(uploads),
  "GET /users/{user_urn}/favorites": ofKnown(tracksBy("track_likes")),
  "GET /users/{user_urn}/likes/tracks": ofKnown(tracksBy("track_likes")),
  "GET /users/{user_urn}/likes/playlists": ofKnown(playlistsBy("playlist_likes")),
  "GET /users/{user_urn}/likes/system-playlists": ofKnown(stationLikes),
  "GET /users/{user_urn}/reposts/tracks": ofKnown(tracksBy("track_reposts")),
  "GET /users/{user_urn}/reposts/playlists": ofKnown(playlistsBy("playlist_reposts")),
  "GET /me/followers": ofCaller(followers),
  "GET /me/followings": ofCaller(followings),
  "GET /me/playlists": ofCaller(playlists),
  "GET /me/tracks": ofCaller(uploads),
  "GET /me/likes/tracks": ofCaller(tracksBy("track_likes", EVERYTHING)),
  "GET /me/likes/playlists": ofCaller(playlistsBy("playlist_likes")),
  "GET /me/likes/system-playlists": ofCaller(stationLikes),
  "GET /me/reposts/tracks": ofCaller(tracksBy("track_reposts", EVERYTHING)),
  "GET /me/reposts/playlists": ofCaller(playlistsBy("playlist_reposts")),
};

function getRelated(call: Call): Response {
  const { id } = namedUser(call);
  const page = offsetPage(call, (from, count) => relatedUsers(call.db, id, from, count));
  return collection(call, presentUsers(call, page.rows), page.next);
}

function getWebProfiles(call: Call): Response {
  const rows = webProfilesOf(call.db, namedUser(call).id, call.limit);
  const profiles = rows.map(({ id, created_at, ...profile }) => {
    return { id, urn: urn("web-profiles", id), kind: "web-profile", created_at: timestamp(created_at), ...profile };
  });
  return json(call, profiles);
}

export function relatedUser(call: Call, userId: number, param: string, direction: "following" | "follower"): Response {
  const otherId = parseId(call.param(param), "users");
  const other = orNotFound(otherId === undefined ? undefined : findUser(call.db, otherId));
  const [from, to] = direction === "following" ? [userId, other.id] : [other.id, userId];
  if (!isRelated(call.db, "follows", from, to)) throw notFound();
  return json(call, presentUser(call, other));
}

export const userRoutes: Handlers = {
  "GET /users/{user_urn}": (call) => json(call, presentUser(call, namedUser(call))),
  "GET /users/{user_urn}/followings/{following_urn}": (call) =>
    relatedUser(call, namedUser(call).id, "following_urn", "following"),
  "GET /users/{user_urn}/related": getRelated,
  "GET /users/{user_urn}/web-profiles": getWebProfiles,
};
