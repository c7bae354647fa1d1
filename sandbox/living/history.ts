import type { Database } from "../store/database.ts";
import { type Action, ACTIONS } from "./activity.ts";
import { ACTIONS_ON, type Heard, type Living, type ResourceKind } from "./living.ts";
import { DAY } from "./rhythm.ts";

/** What listeners did on a day (UTC). */
export interface DayOfActivity {
  /** The day, such as `2026-01-31`. */
  readonly date: string;
  /** Plays of tracks. */
  readonly plays: number;
  /** Likes of tracks and playlists. */
  readonly likes: number;
  /** Reposts of tracks and playlists. */
  readonly reposts: number;
  /** Comments on tracks. */
  readonly comments: number;
  /** New followers of users. */
  readonly follows: number;
}

interface Subject {
  readonly track?: number | undefined;
  readonly playlist?: number | undefined;
  readonly user?: number | undefined;
}

type Counted = readonly [kind: ResourceKind, row: Heard];

function rowsOf(db: Database, kind: ResourceKind, column: string, id: number | undefined): Counted[] {
  const where = id === undefined ? "" : `WHERE ${column} = ?`;
  return db.all<Heard>(`SELECT * FROM ${kind} ${where}`, ...(id === undefined ? [] : [id]))
    .map((row) => [kind, row] as const);
}

function subjects(db: Database, { track, playlist, user }: Subject): Counted[] {
  if (track !== undefined) return rowsOf(db, "tracks", "id", track);
  if (playlist !== undefined) return rowsOf(db, "playlists", "id", playlist);
  return [
    ...rowsOf(db, "tracks", "user_id", user),
    ...rowsOf(db, "playlists", "user_id", user),
    ...rowsOf(db, "users", "id", user),
  ];
}

/** Returns what listeners did after `from`, by day. The first and the last day may be incomplete. */
export function historyOf(
  db: Database,
  living: Living,
  query: Subject & { readonly from?: number | undefined; readonly to: number },
): DayOfActivity[] {
  const [from, to] = [Math.max(living.since, query.from ?? living.since), query.to];
  const days: (Record<Action, number> & { date: string })[] = [];
  for (let day = Math.floor(from / DAY); day * DAY < to; day++) {
    const none = Object.fromEntries(ACTIONS.map((action) => [action, 0])) as Record<Action, number>;
    days.push({ date: new Date(day * DAY).toISOString().slice(0, 10), ...none });
  }
  const ends = days.map(({ date }, i) => i === days.length - 1 ? to : Date.parse(date) + DAY - 1);
  for (const [kind, row] of subjects(db, query)) {
    if (kind === "users" && living.isListener(row.id)) continue;
    const reception = living.of(kind, row);
    for (const action of ACTIONS_ON[kind]) {
      const stream = reception.stream(action);
      let before = stream.count(from);
      for (const [i, day] of days.entries()) {
        const sum = stream.count(ends[i] ?? to);
        day[action] += sum - before;
        before = sum;
      }
    }
  }
  return days;
}
