import { type Database, readWindow, type Window } from "./database.ts";
import { laggingRelation } from "./relations.ts";
import type { StationLikeRow, TrackRow } from "./rows.ts";
import { relatedTracks } from "./tracks.ts";
import { findTrack } from "./lookups.ts";
import { relatedUsers } from "./users.ts";

/** Likes of stations, which aren't rows: they are derived from the current catalogue. */
export const STATION_SCHEMA = `
CREATE TABLE station_likes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  station TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, station)
);
CREATE INDEX station_likes_by_user ON station_likes (user_id, seq);
`;

/** A system playlist: a track and related ones, or the tracks of an artist and related artists. */
export interface Station {
  readonly kind: "track-stations" | "artist-stations";
  readonly id: number;
}

export function parseStation(text: string): Station | undefined {
  const [, kind, id] = /^(?:soundcloud:system-playlists:)?(track-stations|artist-stations):(\d{1,15})$/.exec(text) ??
    [];
  return kind === undefined ? undefined : { kind: kind as Station["kind"], id: Number(id) };
}

export function stationName({ kind, id }: Station): string {
  return `${kind}:${id}`;
}

const MOST = 50;
const MOST_EACH = 5;
const MOST_ARTISTS = 8;

/** Returns the tracks of a station, its own first, without access checks. */
export function stationTracks(db: Database, station: Station): TrackRow[] {
  return station.kind === "track-stations" ? likeTrack(db, station.id) : likeArtist(db, station.id);
}

function likeTrack(db: Database, id: number): TrackRow[] {
  const track = findTrack(db, id);
  return track?.sharing === "public" ? [track, ...relatedTracks(db, track, 0, MOST - 1)] : [];
}

/** Returns an artist's own tracks, then tracks of artists whom their followers also follow. */
function likeArtist(db: Database, id: number): TrackRow[] {
  const own = latest(db, id, MOST);
  if (own.length === 0) return [];
  const others = relatedUsers(db, id, 0, MOST_ARTISTS).flatMap((user) => latest(db, user.id, MOST_EACH));
  return [...own, ...others].slice(0, MOST);
}

function latest(db: Database, userId: number, count: number): TrackRow[] {
  const sql = "SELECT * FROM tracks WHERE user_id = ? AND sharing = 'public' ORDER BY id DESC LIMIT ?";
  return db.all(sql, userId, count);
}

export function likedStations(db: Database, userId: number, window: Window): StationLikeRow[] {
  const { until, isBehind } = window;
  const source = isBehind ? laggingRelation(db, "station_likes", "station", until) : "station_likes";
  const of = ["user_id = ? AND created_at <= ?", userId, until] as const;
  return readWindow(db, `SELECT station, seq, created_at FROM ${source}`, of, window, "seq");
}
