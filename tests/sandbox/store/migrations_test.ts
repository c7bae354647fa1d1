import { assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { Database } from "../../../sandbox/store/database.ts";
import { ASSET_SCHEMA } from "../../../sandbox/store/assets.ts";
import { OAUTH_SCHEMA } from "../../../sandbox/store/oauth.ts";
import { RESOURCE_SCHEMA } from "../../../sandbox/store/schema.ts";
import { migrate } from "../../../sandbox/store/migrations.ts";
import { ids, sandboxApi } from "../../support/api.ts";
import { temporaryFolder } from "../../support/folder.ts";

Deno.test("migrate(): migrating twice does nothing; data of a newer program is rejected", () => {
  using db = new Database();
  migrate(db);
  const { version } = db;
  migrate(db);
  assertEquals(db.version, version);
  db.exec("PRAGMA user_version = 999");
  assertThrows(() => migrate(db), Error, "newer");
});

Deno.test("migrate(): data of the first schema is brought to the newest, nothing lost", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "old.db");
  {
    using db = new Database(path);
    db.exec(RESOURCE_SCHEMA + OAUTH_SCHEMA + ASSET_SCHEMA);
    db.exec(`PRAGMA user_version = 1;
      INSERT INTO apps VALUES ('sandbox-client', 'sandbox-secret', 'http://127.0.0.1:8765/callback', 'Sandbox');
      INSERT INTO users (permalink, username, created_at, last_modified) VALUES ('old-hand', 'Old Hand', 0, 0);
      INSERT INTO tracks (user_id, permalink, title, genre, created_at, last_modified, secret_token)
        VALUES (1, 'one', 'One', 'House', 0, 0, 's-1'), (1, 'two', 'Two', 'house', 0, 0, 's-2')`);
  }
  using api = sandboxApi({ user: "old-hand", path });
  assertEquals((await api.get("/tracks/1/related")).items.map(({ title }) => title), ["Two"]);
  assertEquals(ids((await api.get("/tracks?duration[to]=1")).items), [2, 1]);
  assertEquals((await api.get("/me/apps")).body.collection, []);
  api.sandbox.config.writeLagMs = 1000;
  assertEquals((await api.delete("/tracks/1")).status, 200);
  assertEquals((await api.get("/me/tracks")).items.length, 2);
});
