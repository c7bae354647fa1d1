import { Database } from "../store/database.ts";
import { migrate } from "../store/migrations.ts";
import { indexEverything } from "../store/search_index.ts";
import { type Catalogue, drawCatalogue, type SeedRow } from "./catalogue.ts";

/** Images made so far: a sandbox a test is usual, a few seeds a process too. */
const images = new Map<number, Uint8Array>();
const KEPT = 4;

function insertAll(db: Database, table: string, rows: readonly SeedRow[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const insert = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`;
  for (const row of rows) db.run(insert, ...columns.map((column) => row[column] ?? null));
}

/** The triggers told of everything table by table; followers read it by time. */
const IN_ORDER = `
  CREATE TEMP TABLE told AS
    SELECT type, user_id, track_id, playlist_id, created_at FROM activities ORDER BY created_at, seq;
  DELETE FROM activities;
  INSERT INTO activities (type, user_id, track_id, playlist_id, created_at) SELECT * FROM told;
  DROP TABLE told`;

function fill(db: Database, catalogue: Catalogue): void {
  db.transaction(() => {
    for (const [table, rows] of Object.entries(catalogue)) insertAll(db, table, rows);
    db.exec(IN_ORDER);
    db.run("INSERT INTO apps VALUES ('sandbox-client', 'sandbox-secret', 'http://127.0.0.1:8765/callback', 'Sandbox')");
    indexEverything(db);
  });
}

/** A database holding the catalogue of a seed, as an image to load. Made once a process and seed. */
export function catalogueImage(seed: number): Uint8Array {
  const known = images.get(seed);
  if (known !== undefined) return known;
  const db = new Database();
  try {
    migrate(db);
    fill(db, drawCatalogue(seed));
    const image = db.dump();
    if (images.size >= KEPT) images.delete([...images.keys()][0] ?? seed);
    images.set(seed, image);
    return image;
  } finally {
    db.close();
  }
}
