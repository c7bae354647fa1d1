import { type Call, parseId } from "../http/call.ts";
import { ApiFault, notFound } from "../http/errors.ts";
import { use } from "../store/limits.ts";
import { limitOf } from "../store/oauth.ts";
import { visiblePlaylist } from "../present/playlist.ts";
import { visibleTrack } from "../present/track.ts";
import type { Handler, Handlers } from "../http/operation.ts";
import { collection, cursorPage, numberedCursor, removal } from "../http/page.ts";
import { type Heard, listed, type ListenerEvent } from "../living/living.ts";
import { findUser } from "../store/lookups.ts";
import type { Window } from "../store/database.ts";
import type { UserRow } from "../store/rows.ts";
import {
  type AnyRelation,
  isRelated,
  type Listed,
  relate,
  type Relation,
  type Target,
  unrelate,
  usersOf,
} from "../store/relations.ts";
import { parseStation, type Station, stationName } from "../store/stations.ts";
import { visibleStationTracks } from "../present/station.ts";
import { presentUsers } from "../present/user.ts";
import { empty, json } from "../http/reply.ts";

/** Counts a like, repost, follow or comment of the caller; above the threshold, it is a 429 with a spam warning. */
export function countAction(call: Call): void {
  const { world } = call;
  const usedUp = use(world, limitOf(world, "spamThreshold"), String(call.user));
  if (usedUp === undefined) return;
  const seconds = Math.ceil((usedUp.resetAt - call.now) / 1000);
  throw new ApiFault(429, "You are doing this too often. Take a break and try again later.", {
    extra: { spam_warning_urn: "soundcloud:spam-warnings:1" },
    ...(world.config.retryAfter ? { headers: { "retry-after": String(seconds) } } : {}),
  }).because("spam");
}

const HEARD = {
  track_likes: ["tracks", "likes"],
  playlist_likes: ["playlists", "likes"],
  track_reposts: ["tracks", "reposts"],
  playlist_reposts: ["playlists", "reposts"],
  follows: ["users", "follows"],
} as const;

type TargetKind = "track" | "playlist";

function stationIn(call: Call, relation: Relation): Station | undefined {
  return relation === "playlist_likes" ? parseStation(call.param("playlist_urn")) : undefined;
}

function reactionTo(call: Call, relation: Relation, kind: TargetKind): { relation: AnyRelation; target: Target } {
  const station = stationIn(call, relation);
  if (station === undefined) {
    return { relation, target: kind === "track" ? visibleTrack(call).id : visiblePlaylist(call).id };
  }
  if (visibleStationTracks(call, station).length === 0) throw notFound();
  return { relation: "station_likes", target: stationName(station) };
}

/** Adds a reaction. A repeated one also succeeds, and doesn't count towards the user's limit. */
function react(call: Call, relation: Relation, kind: TargetKind): void {
  const reaction = reactionTo(call, relation, kind);
  if (isRelated(call.db, reaction.relation, call.user, reaction.target)) return;
  countAction(call);
  relate(call.db, reaction.relation, call.user, reaction.target, call.now);
}

/** Removes a reaction. A missing one is a 404, also for a deleted resource. */
function undo(call: Call, relation: Relation, kind: TargetKind): void {
  const station = stationIn(call, relation);
  const target = station ? stationName(station) : parseId(call.param(`${kind}_urn`), `${kind}s`);
  const table = station ? "station_likes" : relation;
  if (target === undefined || !unrelate(call.db, table, [call.user, target], removal(call))) throw notFound();
}

/** Returns the users who follow a user, or liked or reposted a resource, as an object in any case. */
export function usersBehind(call: Call, relation: Relation, target: Heard): Response {
  const { living } = call.world;
  const [kind, action] = HEARD[relation];
  const stored = (window: Window) => usersOf(call.db, relation, target.id, window);
  const present = ({ at, userId }: ListenerEvent) => ({ ...findUser(call.db, userId) as UserRow, listed_at: at });
  const added = { action, stored, at: (row: Listed<UserRow>) => row.listed_at, present };
  const page = cursorPage(
    call,
    numberedCursor,
    (window) =>
      living === undefined ? stored(window) : listed({ reception: living.of(kind, target), ...added }, window),
  );
  return collection(call, presentUsers(call, page.rows), page.next);
}

const reactorRoutes: Handlers = {
  "GET /tracks/{track_urn}/favoriters": (call) => usersBehind(call, "track_likes", visibleTrack(call)),
  "GET /tracks/{track_urn}/reposters": (call) => usersBehind(call, "track_reposts", visibleTrack(call)),
  "GET /playlists/{playlist_urn}/reposters": (call) => usersBehind(call, "playlist_reposts", visiblePlaylist(call)),
};

function both(path: string, relation: Relation, kind: TargetKind, added: Handler, removed: Handler): Handlers {
  const name = `${path}/${kind}s/{${kind}_urn}`;
  return {
    [`POST ${name}`]: (call: Call) => {
      react(call, relation, kind);
      return added(call);
    },
    [`DELETE ${name}`]: (call: Call) => {
      undo(call, relation, kind);
      return removed(call);
    },
  };
}

const ok = (call: Call) => json(call, { status: "200 - OK" });
const created = (call: Call) => empty(call, 201);
const removed = (call: Call) => empty(call);

/** A like is 200, whether or not it already existed; a repost is 201, its removal 200, both without a body. */
export const reactionRoutes: Handlers = {
  ...reactorRoutes,
  ...both("/likes", "track_likes", "track", ok, ok),
  ...both("/likes", "playlist_likes", "playlist", ok, ok),
  ...both("/reposts", "track_reposts", "track", created, removed),
  ...both("/reposts", "playlist_reposts", "playlist", created, removed),
};
