import type { Call } from "../http/call.ts";
import { notFound } from "../http/errors.ts";
import { collection, cursorPage, datedCursor, numberedCursor, type Page, partitioned } from "../http/page.ts";
import { presentPlaylist } from "../present/playlist.ts";
import { TrackPresenter } from "../present/track.ts";
import type { Json } from "../present/fields.ts";
import { presentUser } from "../present/user.ts";
import { type Listed, type Relation, targetsOf, usersOf } from "../store/relations.ts";
import type { Removal } from "../store/removed.ts";
import type { PlaylistRow, TrackRow, UserRow, Window } from "../store/rows.ts";
import { findUser } from "../store/lookups.ts";
import { type Access, accessLevels, flag, VISIBLE } from "../http/validation.ts";
import { accessOf, isListed, mayRead } from "../present/visibility.ts";

/** Parameters of lists that are objects when partitioned. */
export const PARTITIONED: readonly string[] = ["limit", "page_size", "cursor", "linked_partitioning"];
/** Parameters of lists with cursors. */
export const CURSORED: readonly string[] = ["limit", "page_size", "cursor"];

/** The user a path names. */
export function namedUser(call: Call): UserRow {
  const user = findUser(call.db, call.id("user", "users"));
  if (user === undefined) throw notFound();
  return user;
}

/** Lists show what was so before the settings' write lag began. */
export function settled(call: Call): number {
  return call.now - call.world.config.writeLagMs;
}

/** What to know of something that the caller removes, where lists lag. */
export function removal(call: Call): Removal | undefined {
  return call.world.config.writeLagMs > 0 ? { at: call.now, until: settled(call) } : undefined;
}

/** Tracks as this caller sees them: hidden ones left out, those of other levels too. */
export function shownTracks(
  call: Call,
  tracks: readonly TrackRow[],
  fallback: readonly Access[] = VISIBLE,
  presenter: TrackPresenter = new TrackPresenter(call),
): Json[] {
  const levels = accessLevels(call, fallback);
  return tracks.filter((track) => isListed(call, track) && levels.has(accessOf(call, track)))
    .map((track) => presenter.present(track));
}

/** Playlists as this caller sees them. `access` is about the tracks in them. */
export function shownPlaylists(call: Call, lists: readonly PlaylistRow[]): Json[] {
  const options = { levels: accessLevels(call, VISIBLE), showTracks: flag(call, "show_tracks", true) };
  const presenter = new TrackPresenter(call);
  return lists.filter((list) => mayRead(call, list)).map((list) => presentPlaylist(call, list, options, presenter));
}

/** A page of users; always an object. */
export function userCollection(call: Call, page: Page<UserRow>): Response {
  return collection(call, page.rows.map((user) => presentUser(call, user)), page.next);
}

/** Rows with `created_at` of the thing: the cursor shows the time it was listed. */
function listedCursor(kind: string) {
  const format = datedCursor(kind);
  return {
    encode: (row: Listed<unknown>) => format.encode({ seq: row.seq, created_at: row.listed_at }),
    decode: format.decode,
  };
}

/** Tracks a user likes or reposted. */
export function trackRelation(call: Call, relation: Relation, userId: number, fallback?: readonly Access[]): Response {
  const read = (window: Window) => targetsOf(call.db, relation, "tracks", userId, window, settled(call));
  const page = cursorPage(call, listedCursor("tracks"), read);
  return partitioned(call, shownTracks(call, page.rows, fallback), page.next);
}

/** Playlists a user likes or reposted. */
export function playlistRelation(call: Call, relation: Relation, userId: number): Response {
  const read = (window: Window) => targetsOf(call.db, relation, "playlists", userId, window, settled(call));
  const page = cursorPage(call, listedCursor("playlists"), read);
  return partitioned(call, shownPlaylists(call, page.rows), page.next);
}

/** Users someone follows. */
export function followedBy(call: Call, userId: number): Response {
  const read = (window: Window) => targetsOf(call.db, "follows", "users", userId, window, settled(call));
  return userCollection(call, cursorPage(call, numberedCursor, read));
}

/** Users who follow someone, or like or reposted something. */
export function usersBehind(call: Call, relation: Relation, targetId: number): Response {
  const read = (window: Window) => usersOf(call.db, relation, targetId, window, settled(call));
  return userCollection(call, cursorPage(call, numberedCursor, read));
}
