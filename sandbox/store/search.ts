import type { Database, SqlValue } from "./database.ts";
import { COLUMNS } from "./relations.ts";
import type { PlaylistRow, TrackRow, UserRow } from "./rows.ts";

export interface Range {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface TrackQuery {
  readonly q: string;
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  /** Only tracks with these ids, in this order. */
  readonly ids: readonly number[] | undefined;
  readonly bpm: Range;
  readonly duration: Range;
  readonly createdAt: Range;
  /** Whether a genre matches single words instead of the whole genre. */
  readonly fuzzyGenres: boolean;
}

/**
 * Letters of scripts without spaces, and symbols: each one is a word in the index, so that any part of a title can be
 * found.
 */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{So}]/gu;

function indexText(text: string | null): string {
  return text === null ? "" : text.replace(SPACELESS, " $& ");
}

/** Maximum length of the used part of a query, because the index limits the length of an expression. */
const LONGEST = 2000;
const MOST = 50;

/** Quotes a text as one phrase of the index's query language. */
function phrase(text: string): string {
  return `"${indexText(text.slice(0, LONGEST)).replaceAll('"', '""')}"`;
}

/** Returns the words of a query, all of which must match; the last one may be incomplete. */
function words(q: string): string {
  const found = indexText(q.slice(0, LONGEST)).match(/[\p{L}\p{N}\p{M}\p{Co}\p{So}]+/gu)?.slice(0, MOST) ?? [];
  return found.map((word, i) => `"${word}"${i === found.length - 1 && word.length > 1 ? "*" : ""}`).join(" AND ");
}

/** Matches nothing; for a query of punctuation. */
const NOTHING = '"\u{10fffd}"';

function textMatch(q: string): string[] {
  return q.trim() === "" ? [] : [`(${words(q) || NOTHING})`];
}

function columnMatch(column: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [`${column} : (${texts.slice(0, MOST).map(phrase).join(" OR ")})`];
}

/** Above this number of hits, ranking is too expensive, so the newest come first. */
const RANKED = 1000;

function isMoreThanRanked(db: Database, index: string, match: string): boolean {
  const sql = `SELECT count(*) AS hits FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ${RANKED + 1})`;
  return (db.get<{ hits: number }>(sql, match)?.hits ?? 0) > RANKED;
}

/**
 * Checks whether a query has too many hits to rank. Whole words are counted first, because the index collects every hit
 * of a prefix before it returns one.
 */
function isBroad(db: Database, index: string, match: string): boolean {
  const whole = match.replaceAll('"*', '"');
  return isMoreThanRanked(db, index, whole) || (whole !== match && isMoreThanRanked(db, index, match));
}

class Filter {
  readonly conditions: string[] = [];
  readonly values: SqlValue[] = [];

  add(condition: string, ...values: SqlValue[]): void {
    this.conditions.push(condition);
    this.values.push(...values);
  }

  range(column: string, { from, to }: Range): this {
    if (from !== undefined) this.add(`${column} >= ?`, from);
    if (to !== undefined) this.add(`${column} <= ?`, to);
    return this;
  }

  get where(): string {
    return this.conditions.length === 0 ? "" : `WHERE ${this.conditions.join(" AND ")}`;
  }
}

/** Up to this number, tracks are filtered one by one. */
const FEW = 500;

/** Returns the tracks within one of the ranges if they are few; otherwise undefined. */
function fewWithin(db: Database, ranges: readonly (readonly [column: string, range: Range])[]): number[] | undefined {
  for (const [column, range] of ranges) {
    const { where, values } = new Filter().range(column, range);
    if (where === "") continue;
    const rows = db.all<{ id: number }>(`SELECT id FROM tracks ${where} LIMIT ${FEW + 1}`, ...values);
    if (rows.length <= FEW) return rows.map(({ id }) => id);
  }
  return undefined;
}

/** Maximum number of tracks to count for a range of ids; if there are more, a search finds them soon without it. */
const MANY = 100_000;

/** Limits the index to plausible ids, which mostly grow with time. */
function withinIds(db: Database, createdAt: Range, filter: Filter): void {
  if (createdAt.to === undefined) return;
  const { where, values } = new Filter().range("created_at", createdAt);
  const sql =
    `SELECT count(*) AS count, min(id) AS low, max(id) AS high FROM (SELECT id FROM tracks ${where} LIMIT ${MANY})`;
  const span = db.get<{ count: number; low: number; high: number }>(sql, ...values);
  if (span !== undefined && span.count < MANY) filter.range("tracks_fts.rowid", { from: span.low, to: span.high });
}

/** Returns public tracks that match a query, best first. */
export function searchTracks(db: Database, query: TrackQuery, from: number, count: number): TrackRow[] {
  const match = [...textMatch(query.q), ...columnMatch("genre", query.genres), ...columnMatch("tags", query.tags)]
    .join(" AND ");
  const ranges = [["bpm", query.bpm], ["duration", query.duration], ["created_at", query.createdAt]] as const;
  const few = query.ids ?? fewWithin(db, ranges);
  const filter = new Filter();
  const source = matched(db, "tracks", match, filter, few !== undefined);
  if (few === undefined && source.broad) withinIds(db, query.createdAt, filter);
  if (few !== undefined) filter.add("x.id IN (SELECT value FROM json_each(?))", JSON.stringify(few));
  if (!query.fuzzyGenres && query.genres.length > 0) {
    filter.add("x.genre COLLATE NOCASE IN (SELECT value FROM json_each(?))", JSON.stringify(query.genres));
  }
  // The plus keeps the chronological index: too many rows remain for their own index to help.
  filter.range("+x.bpm", query.bpm).range("+x.duration", query.duration).range("x.created_at", query.createdAt);
  if (query.ids !== undefined) {
    const rows = db.all<TrackRow>(`SELECT x.* FROM ${source.tables} ${filter.where}`, ...filter.values);
    const asked = new Map(query.ids.map((id, i) => [id, i]));
    return rows.sort((a, b) => (asked.get(a.id) ?? 0) - (asked.get(b.id) ?? 0)).slice(from, from + count);
  }
  filter.add("x.sharing = 'public'");
  const sql = `SELECT x.* FROM ${source.tables} ${filter.where} ORDER BY ${source.order} LIMIT ? OFFSET ?`;
  return db.all(sql, ...filter.values, count, from);
}

/** Returns the tables and the order of a search, and adds the index's condition to the filter. */
function matched(
  db: Database,
  thing: "tracks" | "users" | "playlists",
  match: string,
  filter: Filter,
  few = false,
): { tables: string; order: string; broad: boolean } {
  if (match === "") return { tables: `${thing} x`, order: "x.created_at DESC, x.id DESC", broad: false };
  const index = `${thing}_fts`;
  filter.add(`${index} MATCH ?`, match);
  const broad = isBroad(db, index, match);
  const order = broad ? `${index}.rowid DESC` : `${index}.rank, x.id DESC`;
  // CROSS JOIN fixes the join order; the other order would look up every hit or every row.
  const tables = broad && few
    ? `${thing} x CROSS JOIN ${index} ON ${index}.rowid = x.id`
    : `${index} CROSS JOIN ${thing} x ON x.id = ${index}.rowid`;
  return { tables, order, broad };
}

/** Returns users with a matching name or profile, best first. */
export function searchUsers(db: Database, q: string, from: number, count: number): UserRow[] {
  const filter = new Filter();
  const { tables, order } = matched(db, "users", textMatch(q).join(), filter);
  const sql = `SELECT x.* FROM ${tables} ${filter.where} ORDER BY ${order} LIMIT ? OFFSET ?`;
  return db.all(sql, ...filter.values, count, from);
}

/** Returns public playlists with matching title, artist or tags, best first. */
export function searchPlaylists(db: Database, q: string, from: number, count: number): PlaylistRow[] {
  const filter = new Filter();
  const { tables, order } = matched(db, "playlists", textMatch(q).join(), filter);
  filter.add("x.sharing = 'public'");
  const sql = `SELECT ${COLUMNS.playlists} FROM ${tables} ${filter.where} ORDER BY ${order} LIMIT ? OFFSET ?`;
  return db.all(sql, ...filter.values, count, from);
}

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
  const sql = "INSERT INTO tracks_fts (rowid, title, artist, genre, tags, description) VALUES (?, ?, ?, ?, ?, ?)";
  db.run(sql, row.id, ...[row.title, row.username, row.genre, row.tag_list, row.description].map(indexText));
}

function addPlaylist(db: Database, row: Omit<TrackTexts, "genre" | "description">): void {
  const sql = "INSERT INTO playlists_fts (rowid, title, artist, tags) VALUES (?, ?, ?, ?)";
  db.run(sql, row.id, ...[row.title, row.username, row.tag_list].map(indexText));
}

export function indexTrack(db: Database, id: number): void {
  db.run("DELETE FROM tracks_fts WHERE rowid = ?", id);
  const row = db.get<TrackTexts>(`${TRACK_TEXTS} WHERE t.id = ?`, id);
  if (row !== undefined) addTrack(db, row);
}

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

export function indexUser(db: Database, id: number): void {
  const row = db.get<UserTexts>(`${USER_TEXTS} WHERE id = ?`, id);
  if (row !== undefined) addUser(db, row);
}
