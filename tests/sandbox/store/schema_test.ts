import { assertThrows } from "@std/assert";
import "../../../sandbox/node.ts";
import { Database } from "../../../sandbox/store/database.ts";
import { migrate } from "../../../sandbox/store/migrations.ts";

Deno.test("Database: foreign keys hold, before and after an image is loaded", () => {
  using db = new Database();
  migrate(db);
  const orphan = () => db.run("INSERT INTO comments (track_id, user_id, body, created_at) VALUES (1, 1, 'x', 0)");
  assertThrows(orphan, Error, "FOREIGN KEY");
  db.load(db.dump());
  assertThrows(orphan, Error, "FOREIGN KEY");
});
