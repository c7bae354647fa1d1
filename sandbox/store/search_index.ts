import type { Database } from "./database.ts";
import { indexText } from "./search.ts";

/** The indexed columns of a track. */
interface TrackTexts {
  readonly id: number;
  readonly title: string;
  readonly username: string;
  readonly genre: string | null;
  readonly tag_list: string;
  readonly description: string | null;
}

const TRACK_TEXTS = `SELECT t.id, t.title, coalesce(t.metadata_artist || ' ', '') || u.username AS username, t.genre,
  t.tag_list, t.description FROM tracks t JOIN users u ON u.id = t.user_id`;
const PLAYLIST_TEXTS = `SELECT p.id, p.title, u.username, p.tag_list || ' ' || coalesce(p.genre, '') AS tag_list
  FROM playlists p JOIN users u ON u.id = p.user_id`;

function addTrack(db: Database, row: TrackTexts): void {
  db.run(
    "INSERT INTO tracks_fts (rowid, title, artist, genre, tags, description) VALUES (?, ?, ?, ?, ?, ?)",
    row.id,
    ...[row.title, row.username, row.genre, row.tag_list, row.description].map(indexText),
  );
}

function addPlaylist(db: Database, row: Omit<TrackTexts, "genre" | "description">): void {
  db.run(
    "INSERT INTO playlists_fts (rowid, title, artist, tags) VALUES (?, ?, ?, ?)",
    row.id,
    ...[row.title, row.username, row.tag_list].map(indexText),
  );
}

/** Updates the index for a new or changed track. */
export function indexTrack(db: Database, id: number): void {
  db.run("DELETE FROM tracks_fts WHERE rowid = ?", id);
  const row = db.get<TrackTexts>(`${TRACK_TEXTS} WHERE t.id = ?`, id);
  if (row !== undefined) addTrack(db, row);
}

/** Updates the index for a new or changed playlist. */
export function indexPlaylist(db: Database, id: number): void {
  db.run("DELETE FROM playlists_fts WHERE rowid = ?", id);
  const row = db.get<TrackTexts>(`${PLAYLIST_TEXTS} WHERE p.id = ?`, id);
  if (row !== undefined) addPlaylist(db, row);
}

/** Fills an empty index from the tables. */
export function indexEverything(db: Database): void {
  for (const row of db.all<TrackTexts>(TRACK_TEXTS)) addTrack(db, row);
  for (const row of db.all<TrackTexts>(PLAYLIST_TEXTS)) addPlaylist(db, row);
  for (const row of db.all<UserTexts>(USER_TEXTS)) addUser(db, row);
}

interface UserTexts {
  readonly id: number;
  readonly name: string;
  readonly about: string;
}

const USER_TEXTS = `SELECT id, username || ' ' || permalink || ' ' || coalesce(full_name, '') AS name,
       coalesce(description, '') || ' ' || coalesce(city, '') || ' ' || coalesce(country, '') AS about FROM users`;

function addUser(db: Database, { id, name, about }: UserTexts): void {
  db.run("INSERT INTO users_fts (rowid, name, about) VALUES (?, ?, ?)", id, indexText(name), indexText(about));
}

/** Updates the index for a new user. */
export function indexUser(db: Database, id: number): void {
  const row = db.get<UserTexts>(`${USER_TEXTS} WHERE id = ?`, id);
  if (row !== undefined) addUser(db, row);
}
