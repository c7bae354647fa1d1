import { type Call, parseId } from "../http/call.ts";
import type { Operation } from "../http/operation.ts";
import { notFound } from "../http/errors.ts";
import { type AnyRelation, isRelated, relate, type Relation, type Target, unrelate } from "../store/relations.ts";
import { parseStation, type Station, stationName } from "../store/stations.ts";
import { visiblePlaylist, visibleTrack } from "../present/visibility.ts";
import { visibleStationTracks } from "../present/station.ts";
import { removal } from "./lists.ts";
import { countAction } from "./spam.ts";

type Thing = "track" | "playlist";

/** What a call is about, and the table that remembers it. */
interface Reaction {
  readonly relation: AnyRelation;
  readonly target: Target;
}

/** Where playlists can be liked, so can stations. */
function stationIn(call: Call, relation: Relation): Station | undefined {
  return relation === "playlist_likes" ? parseStation(call.param("playlist")) : undefined;
}

function reactionTo(call: Call, relation: Relation, thing: Thing): Reaction {
  const station = stationIn(call, relation);
  if (station === undefined) {
    return { relation, target: thing === "track" ? visibleTrack(call).id : visiblePlaylist(call).id };
  }
  if (visibleStationTracks(call, station).length === 0) throw notFound();
  return { relation: "station_likes", target: stationName(station) };
}

/** Doing it twice is a success as well, and isn't counted against the user again. */
function react(call: Call, relation: Relation, thing: Thing): void {
  const reaction = reactionTo(call, relation, thing);
  if (isRelated(call.db, reaction.relation, call.user, reaction.target)) return;
  countAction(call);
  relate(call.db, reaction.relation, call.user, reaction.target, call.now);
}

/** Undoing what was not done is a 404, also for a thing that is gone. */
function undo(call: Call, relation: Relation, thing: Thing): void {
  const station = stationIn(call, relation);
  const target = station ? stationName(station) : parseId(call.param(thing), `${thing}s`);
  const table = station ? "station_likes" : relation;
  if (target === undefined || !unrelate(call.db, table, [call.user, target], removal(call))) throw notFound();
}

/** A pair of operations on a path: POST does, DELETE undoes, each with its own reply. */
export function reactionPair(
  path: string,
  relation: Relation,
  thing: Thing,
  done: (call: Call) => Response,
  undone: (call: Call) => Response,
): Operation[] {
  const at = { path: `${path}/:${thing}`, needs: "user" } as const;
  return [
    {
      ...at,
      method: "POST",
      run(call) {
        react(call, relation, thing);
        return done(call);
      },
    },
    {
      ...at,
      method: "DELETE",
      run(call) {
        undo(call, relation, thing);
        return undone(call);
      },
    },
  ];
}
