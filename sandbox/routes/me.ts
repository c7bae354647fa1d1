import { type Call, orNotFound, parseId } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { notFound, unprocessable } from "../http/errors.ts";
import { offsetPage, partitioned, removal } from "../http/page.ts";
import { EVERYTHING, timestamp, urn } from "../present/fields.ts";
import { presentTracks } from "../present/track.ts";
import { presentMe, presentUser } from "../present/user.ts";
import { json } from "../http/reply.ts";
import { isRelated, relate, unrelate } from "../store/relations.ts";
import type { UserRow } from "../store/rows.ts";
import { recentlyPlayed, tracksOfFollowed } from "../store/tracks.ts";
import { connectionsOf } from "../store/users.ts";
import { findUser } from "../store/lookups.ts";
import { countAction } from "./reactions.ts";
import { namedUser, relatedUser } from "./users.ts";

function account(call: Call): UserRow {
  return orNotFound(findUser(call.db, call.user));
}

/** Returns at most 25 tracks, each once, without paging. */
function getRecentlyPlayed(call: Call): Response {
  return partitioned(call, presentTracks(call, recentlyPlayed(call.db, call.user, 25), EVERYTHING));
}

/** Returns a bare array in any case. */
function getFollowedTracks(call: Call): Response {
  const page = offsetPage(call, (from, count) => tracksOfFollowed(call.db, call.user, from, count));
  return json(call, presentTracks(call, page.rows));
}

function getConnections(call: Call): Response {
  const connections = connectionsOf(call.db, call.user).map(({ id, created_at, ...connection }) => ({
    id,
    urn: urn("connections", id),
    kind: "connection",
    created_at: timestamp(created_at),
    ...connection,
    type: connection.service,
    post_favorite: false,
    post_publish: false,
    uri: `${call.urls.api}/me/connections/${id}`,
  }));
  return json(call, connections);
}

/** 201 with the user the first time, 200 afterwards; 422 for the caller, and above the maximum. */
function follow(call: Call): Response {
  const target = namedUser(call);
  const { db, user, now } = call;
  if (target.id === user) throw unprocessable("You cannot follow yourself.");
  if (isRelated(db, "follows", user, target.id)) return json(call, { status: "200 - Successful" });
  const most = call.world.config.maxFollowings;
  if (account(call).followings_count >= most) {
    throw unprocessable(`You have reached the maximum number of followings (${most}).`);
  }
  countAction(call);
  relate(db, "follows", user, target.id, now);
  return json(call, presentUser(call, namedUser(call)), 201);
}

function unfollow(call: Call): Response {
  const id = parseId(call.param("user_urn"), "users");
  if (id === undefined || !unrelate(call.db, "follows", [call.user, id], removal(call))) throw notFound();
  return json(call, { status: "Status(200) - OK" });
}

export const meRoutes: Handlers = {
  "GET /me": (call) => json(call, presentMe(call, account(call))),
  "GET /me/recently-played/tracks": getRecentlyPlayed,
  "GET /me/followings/tracks": getFollowedTracks,
  "GET /me/followings/{user_urn}": (call) => relatedUser(call, call.user, "user_urn", "following"),
  "PUT /me/followings/{user_urn}": follow,
  "DELETE /me/followings/{user_urn}": unfollow,
  "GET /me/followers/{follower_urn}": (call) => relatedUser(call, call.user, "follower_urn", "follower"),
  "GET /me/connections": getConnections,
};
