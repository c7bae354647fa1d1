import type { Call } from "../http/call.ts";
import type { Handler, Handlers } from "../http/operation.ts";
import { badRequest } from "../http/errors.ts";
import { accessLevels, isOpen, type Json, timestamp, urn, VISIBLE } from "../present/fields.ts";
import { presentPlaylist } from "../present/playlist.ts";
import { accessOf, isListed, TrackPresenter } from "../present/track.ts";
import { json } from "../http/reply.ts";
import { activities, type FeedQuery } from "../store/feed.ts";
import { findPlaylist, findTrack } from "../store/lookups.ts";
import type { ActivityRow } from "../store/rows.ts";

/** Cursors are integers: twice the position, odd for entries that are newer than the position. */
const CURSORS_FROM = 1_600_000_000_000_000;

function cursorTo(place: number, direction: "older" | "younger"): string {
  return String(CURSORS_FROM + place * 2 + (direction === "younger" ? 1 : 0));
}

function bounds(call: Call): Pick<FeedQuery, "before" | "after"> {
  const text = call.query.get("cursor");
  const everything = { before: Number.MAX_SAFE_INTEGER, after: 0 };
  if (text === null || text === "") return everything;
  const value = Number(text) - CURSORS_FROM;
  if (!/^\d{16}$/.test(text) || value < 0) throw badRequest("Parameter cursor is not valid");
  const place = Math.floor(value / 2);
  return value % 2 === 1 ? { ...everything, after: place } : { ...everything, before: place };
}

function origin(
  call: Call,
  row: ActivityRow,
  levels: ReadonlySet<string>,
  presenter: TrackPresenter,
): Json | undefined {
  if (row.track_id !== null) {
    const track = findTrack(call.db, row.track_id);
    if (track === undefined || !isListed(call, track) || !levels.has(accessOf(call, track))) return undefined;
    return presenter.present(track);
  }
  const list = row.playlist_id === null ? undefined : findPlaylist(call.db, row.playlist_id);
  if (list === undefined || !isOpen(call, list)) return undefined;
  return presentPlaylist(call, list, { levels, showTracks: false }, presenter.artists);
}

function present(call: Call, rows: readonly ActivityRow[]): Json[] {
  const levels = accessLevels(call, VISIBLE);
  const presenter = new TrackPresenter(call);
  return rows.flatMap((row) => {
    const about = origin(call, row, levels, presenter);
    if (about === undefined) return [];
    const reposter = row.type.endsWith(":repost") ? { reposter: urn("users", row.user_id) } : {};
    return [{ type: row.type, created_at: timestamp(row.created_at), origin: about, ...reposter }];
  });
}

/** Returns activities, newest first, with a link to older ones and a link that polls for newer ones. */
function feed(whose: FeedQuery["whose"], tracksOnly: boolean): Handler {
  return (call) => {
    const count = call.limit;
    const range = bounds(call);
    const found = activities(call.db, { whose, tracksOnly, ...range, userId: call.user, count: count + 1 });
    const rows = found.slice(0, count);
    const link = (cursor: string) => call.linkTo({ cursor, page_size: String(count), limit: undefined });
    const last = rows.at(-1);
    const newest = rows[0]?.seq ?? range.after;
    return json(call, {
      collection: present(call, rows),
      ...(found.length > count && last !== undefined ? { next_href: link(cursorTo(last.seq, "older")) } : {}),
      future_href: link(cursorTo(newest, "younger")),
    });
  };
}

/** Publications and reposts of the followed users; the `activities` paths are older names. */
export const feedRoutes: Handlers = {
  "GET /me/feed": feed("followed", false),
  "GET /me/feed/tracks": feed("followed", true),
  "GET /me/activities": feed("followed", false),
  "GET /me/activities/tracks": feed("followed", true),
  "GET /me/activities/all/own": feed("own", false),
};
