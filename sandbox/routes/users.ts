import { type Call, parseId } from "../http/call.ts";
import type { Operation } from "../http/operation.ts";
import { badRequest, notFound } from "../http/errors.ts";
import { cursorPage, datedCursor, offsetPage, partitioned } from "../http/page.ts";
import { timestamp, urn } from "../present/fields.ts";
import { presentUser } from "../present/user.ts";
import { json } from "../http/reply.ts";
import { playlistsOf } from "../store/playlists.ts";
import { isRelated } from "../store/relations.ts";
import { tracksOf } from "../store/tracks.ts";
import type { UserRow } from "../store/rows.ts";
import { relatedUsers, webProfilesOf } from "../store/users.ts";
import { findUser } from "../store/lookups.ts";
import { EVERYTHING, limit } from "../http/validation.ts";
import {
  CURSORED,
  followedBy,
  namedUser,
  PARTITIONED,
  playlistRelation,
  settled,
  shownPlaylists,
  shownTracks,
  trackRelation,
  userCollection,
  usersBehind,
} from "./lists.ts";
import { stationLikes } from "./system_playlists.ts";

function getUser(call: Call): Response {
  return json(call, presentUser(call, namedUser(call)));
}

/** Order of uploads; `direction` and `order` are the parameter's other names. */
function sortOrder(call: Call): "asc" | "desc" {
  const text = call.query.get("sort") ?? call.query.get("direction") ?? call.query.get("order") ?? "desc";
  if (text === "asc" || text === "desc") return text;
  throw badRequest(`Parameter sort is neither asc nor desc: ${text.slice(0, 100)}`);
}

/** A user's uploads. Their owner sees every level. */
export function uploads(call: Call, userId: number): Response {
  const order = sortOrder(call);
  const page = cursorPage(
    call,
    datedCursor("tracks"),
    (window) => tracksOf(call.db, userId, window, order, settled(call)),
  );
  const fallback = userId === call.viewer ? EVERYTHING : undefined;
  return partitioned(call, shownTracks(call, page.rows, fallback), page.next);
}

/** A user's playlists. */
export function userPlaylists(call: Call, userId: number): Response {
  const page = cursorPage(
    call,
    datedCursor("playlists"),
    (window) => playlistsOf(call.db, userId, window, settled(call)),
  );
  return partitioned(call, shownPlaylists(call, page.rows), page.next);
}

/** Playlists of nobody are none, followers and followings alike: #121 of the service's tracker has seen it so. */
function listPlaylists(call: Call): Response {
  const user = unlessUnknown(call);
  return user === undefined ? partitioned(call, []) : userPlaylists(call, user.id);
}

function orNobody(call: Call, list: (id: number) => Response): Response {
  const user = unlessUnknown(call);
  return user === undefined ? json(call, { collection: [], next_href: null }) : list(user.id);
}

/** The user a path names by something that could be an id. */
function unlessUnknown(call: Call): UserRow | undefined {
  return findUser(call.db, call.id("user", "users"));
}

function getRelated(call: Call): Response {
  const { id } = namedUser(call);
  return userCollection(call, offsetPage(call, (from, count) => relatedUsers(call.db, id, from, count)));
}

function getWebProfiles(call: Call): Response {
  const profiles = webProfilesOf(call.db, namedUser(call).id, limit(call));
  return json(
    call,
    profiles.map((profile) => ({
      id: profile.id,
      urn: urn("web-profiles", profile.id),
      kind: "web-profile",
      created_at: timestamp(profile.created_at),
      service: profile.service,
      title: profile.title,
      url: profile.url,
      username: profile.username,
    })),
  );
}

/** One user of a list of users, by id: 404 where they aren't in it. */
export function relatedUser(call: Call, userId: number, param: string, direction: "following" | "follower"): Response {
  const otherId = parseId(call.param(param), "users");
  const other = otherId === undefined ? undefined : findUser(call.db, otherId);
  if (other === undefined) throw notFound();
  const [from, to] = direction === "following" ? [userId, other.id] : [other.id, userId];
  if (!isRelated(call.db, "follows", from, to)) throw notFound();
  return json(call, presentUser(call, other));
}

function route(path: string, query: readonly string[], run: (call: Call) => Response): Operation {
  return { method: "GET", path: `/users/:user${path}`, needs: "app", query, run };
}

const SORTS = ["sort", "direction", "order"];

/** Users: their profile, what they published, like, repost and follow. */
export const userRoutes: readonly Operation[] = [
  route("", [], getUser),
  route("/followers", CURSORED, (call) => orNobody(call, (id) => usersBehind(call, "follows", id))),
  route("/followings", CURSORED, (call) => orNobody(call, (id) => followedBy(call, id))),
  route("/followings/:following", [], (call) => relatedUser(call, namedUser(call).id, "following", "following")),
  route("/tracks", [...PARTITIONED, "access", ...SORTS], (call) => uploads(call, namedUser(call).id)),
  route("/playlists", [...PARTITIONED, "access", "show_tracks"], listPlaylists),
  route("/favorites", PARTITIONED, (call) => trackRelation(call, "track_likes", namedUser(call).id)),
  route("/likes/tracks", [...PARTITIONED, "access"], (call) => trackRelation(call, "track_likes", namedUser(call).id)),
  route("/likes/playlists", PARTITIONED, (call) => playlistRelation(call, "playlist_likes", namedUser(call).id)),
  route("/likes/system-playlists", PARTITIONED, (call) => stationLikes(call, namedUser(call).id)),
  route(
    "/reposts/tracks",
    [...PARTITIONED, "access"],
    (call) => trackRelation(call, "track_reposts", namedUser(call).id),
  ),
  route("/reposts/playlists", PARTITIONED, (call) => playlistRelation(call, "playlist_reposts", namedUser(call).id)),
  route("/related", ["limit", "offset", "linked_partitioning"], getRelated),
  route("/web-profiles", ["limit"], getWebProfiles),
];
