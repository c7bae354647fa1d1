/**
 * What the listeners of a living world need to know: their ids, the rates of single resources, and when a resource was
 * public.
 */
import type { Database } from "./database.ts";

/** The times at which a resource became private or public: until it is public again, nothing happens to it. */
export const ACTIVITY_SCHEMA: string = ["track", "playlist"].reduce(
  (schema, kind) =>
    `${schema}
CREATE TRIGGER ${kind}_turned AFTER UPDATE OF sharing ON ${kind}s WHEN OLD.sharing <> NEW.sharing BEGIN
  INSERT INTO sharings (thing, id, at) VALUES ('${kind}s', NEW.id, NEW.last_modified);
END;`,
  `
CREATE TABLE activity_rates (
  thing TEXT NOT NULL, id INTEGER NOT NULL, rates TEXT NOT NULL, PRIMARY KEY (thing, id)
) WITHOUT ROWID;
CREATE TABLE sharings (seq INTEGER PRIMARY KEY, thing TEXT NOT NULL, id INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE INDEX sharings_by_thing ON sharings (thing, id);`,
);

export interface Marks {
  readonly own: string | null;
  readonly artist: string | null;
  readonly turns: string;
}

const MARKS = `SELECT (SELECT rates FROM activity_rates WHERE thing = ? AND id = ?) AS own,
  (SELECT rates FROM activity_rates WHERE thing = 'users' AND id = ?) AS artist,
  (SELECT json_group_array(at) FROM (SELECT at FROM sharings WHERE thing = ? AND id = ? ORDER BY seq)) AS turns`;

const NO_MARKS: Marks = { own: null, artist: null, turns: "[]" };
const ANY = "SELECT EXISTS (SELECT 1 FROM activity_rates) OR EXISTS (SELECT 1 FROM sharings) AS any";

export function findMarks(db: Database, kind: string, id: number, ownerId: number): Marks {
  if (db.find<{ any: number }>(ANY)?.any === 0) return NO_MARKS;
  return db.find<Marks>(MARKS, kind, id, ownerId, kind, id) ?? NO_MARKS;
}

export function setRates(db: Database, kind: string, id: number, rates: unknown): void {
  db.run("INSERT OR REPLACE INTO activity_rates VALUES (?, ?, ?)", kind, id, JSON.stringify(rates));
}

export function findListeners(db: Database): { first: number; size: number } {
  const row = db.get<{ value: string }>("SELECT value FROM meta WHERE name = 'listeners'");
  const [first = 0, size = 0] = String(row?.value ?? "0 0").split(" ").map(Number);
  return { first, size };
}

/** Adds listeners: plain users, who are not in the index of searches. */
export function addListeners(db: Database, names: readonly string[], now: number): void {
  const sql = `INSERT INTO users (permalink, username, full_name, created_at, last_modified)
     SELECT 'listener-' || (key + 1), value, value, ?, ? FROM json_each(?) ORDER BY key`;
  db.run(sql, now, now, JSON.stringify(names));
  const last = db.get<{ id: number }>("SELECT max(id) AS id FROM users")?.id ?? 0;
  db.run("INSERT OR REPLACE INTO meta VALUES ('listeners', ?)", `${last - names.length + 1} ${names.length}`);
}
