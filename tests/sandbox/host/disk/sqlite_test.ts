import { assertEquals } from "@std/assert";
import { join } from "node:path";
import "../../../../sandbox/node.ts";
import { DATABASE_FILES } from "../../../../sandbox/host/disk/sqlite.ts";
import { Database } from "../../../../sandbox/store/database.ts";
import { temporaryFolder } from "../../../support/folder.ts";

Deno.test("DATABASE_FILES.create(): a file is created once: a second process uses it, and nothing else is left behind", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  using db = new Database();
  db.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
  const [path, image] = [at("deep/er/a.db"), db.dump()];
  DATABASE_FILES.create(path, () => image);
  using first = new Database(path);
  first.run("INSERT INTO things (name) VALUES (?)", "kept");
  DATABASE_FILES.create(path, () => {
    throw new Error("nobody asks for another image");
  });
  using second = new Database(path);
  assertEquals(second.all("SELECT * FROM things").length, 1);
  const names = [...Deno.readDirSync(at("deep/er"))].map(({ name }) => name);
  assertEquals(names.sort(), ["a.db", "a.db-shm", "a.db-wal"]);
  const modes = ["deep", "deep/er", ...names.map((name) => `deep/er/${name}`)].map((name) =>
    ((Deno.statSync(at(name)).mode ?? 0) & 0o777).toString(8)
  );
  assertEquals(modes, ["700", "700", "600", "600", "600"]);
});
