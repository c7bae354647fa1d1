import { type Call, parseId } from "../http/call.ts";
import type { Operation } from "../http/operation.ts";
import { notFound } from "../http/errors.ts";
import { isRelated, relate, type Relation, unrelate } from "../store/relations.ts";
import { visiblePlaylist, visibleTrack } from "../present/visibility.ts";
import { removal } from "./lists.ts";
import { countAction } from "./spam.ts";

type Thing = "track" | "playlist";

function target(call: Call, thing: Thing): number {
  return thing === "track" ? visibleTrack(call).id : visiblePlaylist(call).id;
}

/** Doing it twice is a success as well, and isn't counted against the user again. */
function react(call: Call, relation: Relation, thing: Thing): void {
  const id = target(call, thing);
  if (isRelated(call.db, relation, call.user, id)) return;
  countAction(call);
  relate(call.db, relation, call.user, id, call.now);
}

/** Undoing what was not done is a 404, also for a thing that is gone. */
function undo(call: Call, relation: Relation, thing: Thing): void {
  const id = parseId(call.param(thing), `${thing}s`);
  if (id === undefined || !unrelate(call.db, relation, [call.user, id], removal(call))) throw notFound();
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
