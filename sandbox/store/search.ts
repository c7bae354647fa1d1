import type { Database, SqlValue } from "./database.ts";
import { COLUMNS, type Rows } from "./relations.ts";
import { type Columns, insertRow, type TrackRow, updateRow } from "./rows.ts";

export interface Range {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface TrackQuery {
  readonly q: string;
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  readonly ids: readonly number[] | undefined;
  readonly bpm: Range;
  readonly duration: Range;
  readonly createdAt: Range;
  readonly fuzzyGenres: boolean;
}

/** Letters of scripts without spaces, and symbols: each is a word, so that any part of a title can be found. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{So}]/gu;

function indexText(text: string | null): string {
  return text === null ? "" : text.replace(SPACELESS, " $& ");
}

/** Maximum length of the used part of a query, because the index limits the length of an expression. */
const LONGEST = 2000;
const MOST = 50;

function phrase(text: string): string {
  return `"${indexText(text.slice(0, LONGEST)).replaceAll("\0", " ").replaceAll('"', '""')}"`;
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

/** Whole words are counted first, because the index collects every hit of a prefix before it returns one. */
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
  table: keyof Rows,
  match: string,
  filter: Filter,
  few = false,
): { tables: string; order: string; broad: boolean } {
  if (match === "") return { tables: `${table} x`, order: "x.created_at DESC, x.id DESC", broad: false };
  const index = `${table}_fts`;
  filter.add(`${index} MATCH ?`, match);
  const broad = isBroad(db, index, match);
  const order = broad ? `${index}.rowid DESC` : `${index}.rank, x.id DESC`;
  // CROSS JOIN fixes the join order; the other order would look up every hit or every row.
  const tables = broad && few
    ? `${table} x CROSS JOIN ${index} ON ${index}.rowid = x.id`
    : `${index} CROSS JOIN ${table} x ON x.id = ${index}.rowid`;
  return { tables, order, broad };
}

export function searchByText<Table extends "users" | "playlists">(
  db: Database,
  table: Table,
  q: string,
  from: number,
  count: number,
): Rows[Table][] {
  const filter = new Filter();
  const { tables, order } = matched(db, table, textMatch(q).join(), filter);
  if (table === "playlists") filter.add("x.sharing = 'public'");
  const sql = `SELECT ${COLUMNS[table]} FROM ${tables} ${filter.where} ORDER BY ${order} LIMIT ? OFFSET ?`;
  return db.all(sql, ...filter.values, count, from);
}

/** The texts of the rows that are found, under the names that they have in the index. */
const TEXTS: Readonly<Record<keyof Rows, string>> = {
  tracks: `SELECT x.id, x.title, coalesce(x.metadata_artist || ' ', '') || u.username AS artist, x.genre,
    x.tag_list AS tags, x.description FROM tracks x JOIN users u ON u.id = x.user_id`,
  playlists: `SELECT x.id, x.title, u.username AS artist, x.tag_list || ' ' || coalesce(x.genre, '') AS tags
    FROM playlists x JOIN users u ON u.id = x.user_id`,
  users: `SELECT x.id, x.username || ' ' || x.permalink || ' ' || coalesce(x.full_name, '') AS name,
    coalesce(x.description, '') || ' ' || coalesce(x.city, '') || ' ' || coalesce(x.country, '') AS about FROM users x`,
};

function add(db: Database, table: keyof Rows, { id, ...texts }: { readonly id: number }): void {
  const names = Object.keys(texts);
  const sql = `INSERT INTO ${table}_fts (rowid, ${names}) VALUES (?, ${names.map(() => "?")})`;
  db.run(sql, id, ...Object.values<string | null>(texts).map(indexText));
}

/** Puts a new or changed row into its index. */
export function indexRow(db: Database, table: keyof Rows, id: number): void {
  db.run(`DELETE FROM ${table}_fts WHERE rowid = ?`, id);
  const row = db.get<{ id: number }>(`${TEXTS[table]} WHERE x.id = ?`, id);
  if (row !== undefined) add(db, table, row);
}

export function insertIndexed(db: Database, table: keyof Rows, columns: Columns): number {
  const id = insertRow(db, table, columns);
  indexRow(db, table, id);
  return id;
}

export function updateIndexed(db: Database, table: keyof Rows, id: number, columns: Columns): void {
  updateRow(db, table, id, columns);
  indexRow(db, table, id);
}

export function indexEverything(db: Database): void {
  for (const table of ["tracks", "playlists", "users"] as const) {
    for (const row of db.all<{ id: number }>(TEXTS[table])) add(db, table, row);
  }
}
