import { type Call, parseId } from "../http/call.ts";
import { visiblePlaylist } from "../present/playlist.ts";
import { visibleTrack } from "../present/track.ts";
import type { Handler, Handlers } from "../http/operation.ts";
import { notFound } from "../http/errors.ts";
import { collection, cursorPage, numberedCursor, removal } from "../http/page.ts";
import {
  type AnyRelation,
  isRelated,
  relate,
  type Relation,
  type Target,
  unrelate,
  usersOf,
} from "../store/relations.ts";
import { parseStation, type Station, stationName } from "../store/stations.ts";
import { visibleStationTracks } from "../present/station.ts";
import { presentUsers } from "../present/user.ts";
import { countAction } from "./spam.ts";

type Thing = "track" | "playlist";

/** The target of a reaction, and its table. */
interface Reaction {
  readonly relation: AnyRelation;
  readonly target: Target;
}

/** Returns the liked station; stations can be liked where playlists can. */
function stationIn(call: Call, relation: Relation): Station | undefined {
  return relation === "playlist_likes" ? parseStation(call.param("playlist_urn")) : undefined;
}

function reactionTo(call: Call, relation: Relation, thing: Thing): Reaction {
  const station = stationIn(call, relation);
  if (station === undefined) {
    return { relation, target: thing === "track" ? visibleTrack(call).id : visiblePlaylist(call).id };
  }
  if (visibleStationTracks(call, station).length === 0) throw notFound();
  return { relation: "station_likes", target: stationName(station) };
}

/** Adds a reaction. A repeated one also succeeds, and doesn't count towards the user's limit. */
function react(call: Call, relation: Relation, thing: Thing): void {
  const reaction = reactionTo(call, relation, thing);
  if (isRelated(call.db, reaction.relation, call.user, reaction.target)) return;
  countAction(call);
  relate(call.db, reaction.relation, call.user, reaction.target, call.now);
}

/** Removes a reaction. A missing one is a 404, also for a deleted resource. */
function undo(call: Call, relation: Relation, thing: Thing): void {
  const station = stationIn(call, relation);
  const target = station ? stationName(station) : parseId(call.param(`${thing}_urn`), `${thing}s`);
  const table = station ? "station_likes" : relation;
  if (target === undefined || !unrelate(call.db, table, [call.user, target], removal(call))) throw notFound();
}

/** Returns the users who follow a user, or liked or reposted a resource, as an object in any case. */
export function usersBehind(call: Call, relation: Relation, targetId: number): Response {
  const page = cursorPage(call, numberedCursor, (window) => usersOf(call.db, relation, targetId, window));
  return collection(call, presentUsers(call, page.rows), page.next);
}

/** The users who liked or reposted a track or playlist. */
export const reactorRoutes: Handlers = {
  "GET /tracks/{track_urn}/favoriters": (call) => usersBehind(call, "track_likes", visibleTrack(call).id),
  "GET /tracks/{track_urn}/reposters": (call) => usersBehind(call, "track_reposts", visibleTrack(call).id),
  "GET /playlists/{playlist_urn}/reposters": (call) => usersBehind(call, "playlist_reposts", visiblePlaylist(call).id),
};

/** Returns the handler that adds a reaction. */
export function adds(relation: Relation, thing: Thing, done: Handler): Handler {
  return (call) => {
    react(call, relation, thing);
    return done(call);
  };
}

/** Returns the handler that removes a reaction. */
export function removes(relation: Relation, thing: Thing, done: Handler): Handler {
  return (call) => {
    undo(call, relation, thing);
    return done(call);
  };
}
