import { assert, assertEquals, assertThrows } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { fileURLToPath } from "node:url";
import { Database } from "../../../sandbox/store/database.ts";
import { caller, ids, walk } from "../../support/api.ts";

/** Creates a temporary folder for a test. */
function folder(): Disposable & { path: (name: string) => string } {
  const root = Deno.makeTempDirSync();
  return { path: (name) => `${root}/${name}`, [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }) };
}

/** Creates a small database with a table. */
function small(path?: string): Database {
  const db = new Database(path);
  db.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
  return db;
}

Deno.test("Database: a transaction is all or nothing, even when nested", () => {
  using db = small();
  const add = (name: string | null) => db.run("INSERT INTO things (name) VALUES (?)", name);
  assertThrows(() =>
    db.transaction(() => {
      add("a");
      db.transaction(() => add("b"));
      add(null);
    })
  );
  assertEquals(db.all("SELECT * FROM things"), []);
  assertEquals(db.transaction(() => add("c").lastId), 1);
});

Deno.test("Database: reads return the current row after every kind of write and after a rolled-back write", () => {
  using at = folder();
  for (const path of [undefined, at.path("found.db")]) {
    using db = small(path);
    const name = () => db.find<{ name: string }>("SELECT name FROM things WHERE id = ?", 1)?.name;
    assertEquals(name(), undefined);
    db.run("INSERT INTO things (name) VALUES (?)", "one");
    assertEquals([name(), name()], ["one", "one"]);
    const image = db.dump();
    db.exec("UPDATE things SET name = 'two'");
    assertEquals(name(), "two");
    assertThrows(() =>
      db.transaction(() => {
        db.run("UPDATE things SET name = 'three'");
        assertEquals(name(), "three");
        throw new Error("undone");
      })
    );
    assertEquals(name(), "two");
    db.load(image);
    assertEquals(name(), "one");
  }
});

Deno.test("Database: thousands of cached lookups still return their rows", () => {
  using db = small();
  for (let i = 0; i < 5000; i++) db.run("INSERT INTO things (name) VALUES (?)", `thing ${i}`);
  const name = (id: number) => db.find<{ name: string }>("SELECT name FROM things WHERE id = ?", id)?.name;
  for (let id = 5000; id > 0; id--) assertEquals(name(id), `thing ${id - 1}`);
  assertEquals(name(5000), "thing 4999");
});

Deno.test("Database: another connection's write to the same file is visible", () => {
  using at = folder();
  using one = small(at.path("shared.db"));
  using two = new Database(at.path("shared.db"));
  one.run("INSERT INTO things (name) VALUES ('first')");
  const name = (db: Database) => db.find<{ name: string }>("SELECT name FROM things WHERE id = 1")?.name;
  assertEquals([name(one), name(two)], ["first", "first"]);
  two.run("UPDATE things SET name = 'second'");
  assertEquals([name(one), name(two)], ["second", "second"]);
});

Deno.test("Database.follow() reopens a file that another one has replaced, but not in a transaction", () => {
  using at = folder();
  const [path, next] = [at.path("a.db"), at.path("b.db")];
  small(path).close();
  using db = new Database(path);
  const count = () => db.all("SELECT * FROM things").length;
  assertEquals({ isNew: db.follow(), count: count() }, { isNew: false, count: 0 });
  {
    using other = small(next);
    other.run("INSERT INTO things (name) VALUES (?)", "new");
  }
  Deno.renameSync(next, path);
  db.transaction(() => assertEquals(db.follow(), false));
  assertEquals({ isNew: db.follow(), count: count() }, { isNew: true, count: 1 });
  assertEquals(db.follow(), false);
  Deno.removeSync(path);
  assertEquals({ isNew: db.follow(), count: count() }, { isNew: false, count: 1 });
});

Deno.test("Database.follow() has nothing to follow in memory", () => {
  using db = small();
  assertEquals(db.follow(), false);
});

Deno.test("Database: a file is replaced by an image, and an image of a file is loaded in memory", () => {
  using at = folder();
  using file = small(at.path("a.db"));
  file.run("INSERT INTO things (name) VALUES (?)", "one");
  const image = file.dump();
  file.run("INSERT INTO things (name) VALUES (?)", "two");
  file.load(image);
  assertEquals(file.all("SELECT * FROM things").length, 1);
  using memory = new Database();
  memory.load(image);
  assertEquals(memory.all("SELECT * FROM things").length, 1);
});

Deno.test("Database: close() may be called twice", () => {
  const db = small();
  db.close();
  assertEquals(db.close(), undefined);
});

Deno.test("Database: a sandbox in a file continues where it stopped, including tokens and random values", async () => {
  using at = folder();
  const options = { path: at.path("sandbox.db"), clock: "2026-01-01T00:00:00Z" };
  const first = createSandbox(options);
  const api = caller(first);
  await api.post("/playlists", { playlist: { title: "Kept" } });
  first.close();
  using again = createSandbox(options);
  const reply = await again.fetch("https://api.sandbox.test/me/playlists", {
    headers: { authorization: `OAuth ${api.token}` },
  });
  assertEquals(reply.status, 200);
  assertEquals((await reply.json())[0].title, "Kept");
  assert(again.issueTokens().access_token !== api.token, "no draw is repeated");
});

Deno.test("Database: kill -9 loses nothing that was acknowledged", async () => {
  using at = folder();
  const path = at.path("sandbox.db");
  const config = Deno.env.get("TONEARM_DENO_CONFIG");
  const program = fileURLToPath(new URL("./keep_writing.ts", import.meta.url));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", ...(config === undefined ? [] : ["-c", config]), program, path],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.split("\n").length > 40) child.kill("SIGKILL");
  }
  await child.status;
  const acknowledged = text.split("\n").slice(0, -1).map(Number);
  assert(acknowledged.length >= 40);
  using sandbox = createSandbox({ path });
  const pages = await walk(caller(sandbox), "/me/playlists?limit=200&show_tracks=false&linked_partitioning=true");
  const kept = new Set(ids(pages.flat()));
  assertEquals(acknowledged.filter((id) => !kept.has(id)), []);
});
