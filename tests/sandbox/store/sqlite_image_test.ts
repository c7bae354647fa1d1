import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import "../../../sandbox/node.ts";
import { worldImage } from "../../../sandbox/seed/image.ts";
import { Database } from "../../../sandbox/store/database.ts";

const image = worldImage(42, { data: {} }, 0);

/** Statements on small tables, on others and on both; `?` is a number. */
const WRITES = [
  "UPDATE meta SET value = value + ? WHERE name = 'draws'",
  "INSERT INTO logins (client_id, user_id) VALUES ('sandbox-client', ? % 20 + 1)",
  "UPDATE logins SET revoked = 1 WHERE id = ?",
  "INSERT OR REPLACE INTO limits VALUES ('plays', ?, 1, 2)",
  "INSERT OR IGNORE INTO track_likes (user_id, track_id, created_at) VALUES (9, 1001 + ? % 200, 5)",
  "DELETE FROM tracks WHERE id = 1001 + ? % 200",
  "UPDATE users SET city = 'Porto' WHERE id = ?",
];

const READS = [
  "SELECT value FROM meta WHERE name = 'draws'",
  "SELECT * FROM logins",
  "SELECT * FROM limits",
  "SELECT count(*) AS n FROM access_tokens",
  "SELECT favoritings_count, title FROM tracks ORDER BY id LIMIT 40",
  "SELECT city, public_favorites_count FROM users",
  "SELECT count(*) AS n FROM logins JOIN users ON users.id = user_id",
  "SELECT count(*) AS n FROM tracks_fts WHERE tracks_fts MATCH 'lofi'",
];

/** The writes of one transaction, and whether it is undone at its end. */
interface Writes {
  readonly writes: readonly { readonly sql: string; readonly value: number }[];
  readonly fails: boolean;
}

const write = fc.record({ sql: fc.constantFrom(...WRITES), value: fc.nat(300) });

const step = fc.oneof(
  { weight: 6, arbitrary: write.map((one) => ({ writes: [one], fails: false })) },
  { weight: 3, arbitrary: fc.record({ writes: fc.array(write, { maxLength: 4 }), fails: fc.boolean() }) },
  fc.constant("sleep" as const),
  fc.constant("revert" as const),
  fc.constant("save" as const),
);

/** Writes in one transaction, and returns why it was undone: by the test, or by a like of a deleted track. */
function outcome(db: Database, { writes, fails }: Writes): string {
  try {
    db.transaction(() => {
      for (const { sql, value } of writes) db.run(sql, value);
      if (fails) throw new Error("undone");
    });
    return "done";
  } catch (error) {
    return (error as Error).message;
  }
}

Deno.test("Database: one over a shared base answers like one of its own, whatever is written, undone, saved and put to sleep", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      using base = Database.readOnly(image);
      using layered = new Database(undefined, base);
      using plain = new Database();
      plain.load(image);
      for (const each of steps) {
        if (each === "sleep") layered.sleep();
        else if (each === "save") layered.load(layered.save().image());
        else if (each === "revert") {
          layered.revert();
          plain.load(image);
        } else {
          assertEquals(outcome(layered, each), outcome(plain, each));
        }
        for (const sql of READS) assertEquals(layered.all(sql), plain.all(sql), sql);
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("Database: a sign-in over a shared base copies nothing, and a sleeping world keeps its changed pages only", () => {
  using base = Database.readOnly(image);
  using db = new Database(undefined, base);
  db.transaction(() => db.run(WRITES[1] ?? "", 1));
  assertEquals(db.weight, 0);
  assertEquals(db.all("SELECT user_id FROM logins"), [{ user_id: 2 }]);
  db.run(WRITES[4] ?? "", 7);
  assertEquals(db.weight, image.length);
  const saved = db.save();
  assert(saved.bytes < image.length / 4, `${saved.bytes} of ${image.length} bytes`);
  db.sleep();
  assertEquals(db.weight, 0);
  assertEquals(db.all("SELECT user_id FROM logins"), [{ user_id: 2 }]);
  assertEquals(db.get("SELECT count(*) AS n FROM track_likes WHERE user_id = 9"), { n: 1 });
});
