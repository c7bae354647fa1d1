import type { Database, SqlValue } from "./database.ts";
import { keepThing, laggingThings, type Removal } from "./removed.ts";
import type { TrackRow, Window } from "./rows.ts";
import { indexTrack } from "./search_index.ts";

/** Returns the track of a user with this permalink. */
export function findTrackByPermalink(db: Database, userId: number, permalink: string): TrackRow | undefined {
  return db.get<TrackRow>("SELECT * FROM tracks WHERE user_id = ? AND permalink = ?", userId, permalink);
}

/** Returns a user's tracks by time of upload; a list with write lag includes recently deleted ones. */
export function tracksOf(
  db: Database,
  userId: number,
  { after, skip, count, until, isBehind }: Window,
  order: "asc" | "desc",
): (TrackRow & { seq: number })[] {
  const [beyond, start] = order === "asc" ? [">", 0] : ["<", Number.MAX_SAFE_INTEGER];
  const source = isBehind ? laggingThings(db, "tracks", until) : "tracks";
  const sql = `SELECT *, id AS seq FROM ${source} WHERE user_id = ? AND id ${beyond} ? ORDER BY id ${order}
    LIMIT ? OFFSET ?`;
  return db.all(sql, userId, after ?? start, count, skip);
}

/** Returns recent tracks of the users whom a user follows. */
export function tracksOfFollowed(db: Database, userId: number, from: number, count: number): TrackRow[] {
  return db.all(
    `SELECT t.* FROM follows f JOIN tracks t ON t.user_id = f.target_id WHERE f.user_id = ?
     ORDER BY t.id DESC LIMIT ? OFFSET ?`,
    userId,
    count,
    from,
  );
}

/** Returns tracks of the same genre, the most played first. */
export function relatedTracks(db: Database, track: TrackRow, from: number, count: number): TrackRow[] {
  return db.all(
    `SELECT * FROM tracks WHERE genre = ? COLLATE NOCASE AND id <> ? AND sharing = 'public'
     ORDER BY playback_count DESC, id LIMIT ? OFFSET ?`,
    track.genre,
    track.id,
    count,
    from,
  );
}

/** Returns a user's recently played tracks, each once. */
export function recentlyPlayed(db: Database, userId: number, count: number): TrackRow[] {
  return db.all(
    `SELECT t.* FROM (SELECT track_id, max(seq) AS last FROM plays WHERE user_id = ? GROUP BY track_id) p
     JOIN tracks t ON t.id = p.track_id ORDER BY p.last DESC LIMIT ?`,
    userId,
    count,
  );
}

/** Counts a play and records its user. */
export function recordPlay(db: Database, trackId: number, userId: number | null, now: number): void {
  if (userId === null) db.run("UPDATE tracks SET playback_count = playback_count + 1 WHERE id = ?", trackId);
  else db.run("INSERT INTO plays (user_id, track_id, played_at) VALUES (?, ?, ?)", userId, trackId, now);
}

/** Counts a download. */
export function recordDownload(db: Database, trackId: number): void {
  db.run("UPDATE tracks SET download_count = download_count + 1 WHERE id = ?", trackId);
}

/** Adds a track from its columns, and returns its id. */
export function insertTrack(db: Database, columns: Readonly<Record<string, SqlValue>>): number {
  const names = Object.keys(columns);
  const sql = `INSERT INTO tracks (${names.join()}) VALUES (${names.map(() => "?").join()})`;
  const id = db.run(sql, ...Object.values(columns)).lastId;
  indexTrack(db, id);
  return id;
}

/** Changes columns of a track. */
export function updateTrack(db: Database, id: number, columns: Readonly<Record<string, SqlValue>>): void {
  const changes = Object.keys(columns).map((name) => `${name} = ?`);
  db.run(`UPDATE tracks SET ${changes.join()} WHERE id = ?`, ...Object.values(columns), id);
  indexTrack(db, id);
}

/** Deletes a track with its likes, reposts, comments and positions in playlists. */
export function deleteTrack(db: Database, id: number, removal?: Removal): void {
  if (removal !== undefined) keepThing(db, "tracks", id, removal);
  db.run("DELETE FROM tracks WHERE id = ?", id);
}

/** The storefront of a track. */
export interface StorefrontRow {
  readonly track_id: number;
  readonly title: string;
  readonly type: string;
  readonly link: string;
  readonly link_title: string | null;
  readonly description: string | null;
  readonly price: string | null;
}

/** Replaces a track's whole storefront. */
export function replaceStorefront(db: Database, row: StorefrontRow): void {
  db.run(
    "INSERT OR REPLACE INTO storefronts VALUES (?, ?, ?, ?, ?, ?, ?)",
    row.track_id,
    row.title,
    row.type,
    row.link,
    row.link_title,
    row.description,
    row.price,
  );
}
