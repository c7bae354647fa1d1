import { type Call, parseId } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { notFound } from "../http/errors.ts";
import { collection, offsetPage } from "../http/page.ts";
import { timestamp, urn } from "../present/fields.ts";
import { presentUser, presentUsers } from "../present/user.ts";
import { json } from "../http/reply.ts";
import { isRelated } from "../store/relations.ts";
import { relatedUsers, webProfilesOf } from "../store/users.ts";
import { findUser } from "../store/lookups.ts";
import { namedUser } from "./user_lists.ts";

function getUser(call: Call): Response {
  return json(call, presentUser(call, namedUser(call)));
}

function getRelated(call: Call): Response {
  const { id } = namedUser(call);
  const page = offsetPage(call, (from, count) => relatedUsers(call.db, id, from, count));
  return collection(call, presentUsers(call, page.rows), page.next);
}

function getWebProfiles(call: Call): Response {
  const profiles = webProfilesOf(call.db, namedUser(call).id, call.limit);
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

/** Returns one user of a list of users by id; 404 if the list doesn't contain them. */
export function relatedUser(call: Call, userId: number, param: string, direction: "following" | "follower"): Response {
  const otherId = parseId(call.param(param), "users");
  const other = otherId === undefined ? undefined : findUser(call.db, otherId);
  if (other === undefined) throw notFound();
  const [from, to] = direction === "following" ? [userId, other.id] : [other.id, userId];
  if (!isRelated(call.db, "follows", from, to)) throw notFound();
  return json(call, presentUser(call, other));
}

/** Users: profiles, followings and related users. */
export const userRoutes: Handlers = {
  "GET /users/{user_urn}": getUser,
  "GET /users/{user_urn}/followings/{following_urn}": (call) =>
    relatedUser(call, namedUser(call).id, "following_urn", "following"),
  "GET /users/{user_urn}/related": getRelated,
  "GET /users/{user_urn}/web-profiles": getWebProfiles,
};
