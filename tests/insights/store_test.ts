/** Stores in SQLite files: broken situations, several recorders, and processes that are killed. */
import { assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InsightsError, query, record, SqliteInsightsStore } from "@tonearm/client/insights";
import { Catalogue } from "../support/insights/catalogue.ts";

function temporary(): Disposable & { file(name: string): string } {
  const folder = mkdtempSync(join(tmpdir(), "insights-"));
  return {
    file: (name) => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

Deno.test("record() waits for another writer, and then gives up with a sentence", async () => {
  using folder = temporary();
  const path = folder.file("store.sqlite");
  const catalogue = new Catalogue([1], path);
  await catalogue.after(0);
  using other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  const impatient = new SqliteInsightsStore(catalogue.db, { maxWaitMs: 100 });
  catalogue.now += 3600;
  const error = await assertRejects(() => record(catalogue.client, impatient), InsightsError);
  assertEquals(error.code, "locked");
  const waiting = record(catalogue.client, new SqliteInsightsStore(catalogue.db, { maxWaitMs: 10_000 }));
  setTimeout(() => other.exec("COMMIT"), 100);
  assertEquals((await waiting)[0]?.status, "recorded");
  catalogue.db.close();
});

Deno.test("record() stores nothing of a reading that the disk has no room for", async () => {
  using folder = temporary();
  const catalogue = new Catalogue(Array.from({ length: 400 }, () => 5), folder.file("store.sqlite"));
  await catalogue.after(0);
  const [{ pages }] = catalogue.rows<{ pages: number }>("SELECT page_count AS pages FROM pragma_page_count()") as [
    { pages: number },
  ];
  catalogue.db.exec(`PRAGMA max_page_count = ${pages + 3}`);
  for (const track of catalogue.tracks) track.playback_count! += 7;
  catalogue.now += 60;
  for (let n = 0; n < 300; n++) catalogue.publish(9);
  const error = await assertRejects(() => catalogue.after(6), InsightsError);
  assertEquals(error.code, "full");
  assertEquals(catalogue.rows("SELECT COUNT(*) AS n FROM readings"), [{ n: 1 }]);
  catalogue.db.exec("PRAGMA max_page_count = 100000");
  assertEquals((await catalogue.after(6)).status, "recorded");
  const { totals } = await query(catalogue.store, { zone: "UTC", now: catalogue.now * 1000 });
  assertEquals(totals.plays?.growth, 400 * 7 + 300 * 9);
  catalogue.db.close();
});

Deno.test("record() says that a file may not be written", async () => {
  using folder = temporary();
  const path = folder.file("store.sqlite");
  const first = new Catalogue([1], path);
  await first.after(0);
  first.db.close();
  const db = new DatabaseSync(path, { readOnly: true });
  const error = await assertRejects(() => record(first.client, new SqliteInsightsStore(db)), InsightsError);
  db.close();
  assertEquals(error.code, "no_rights");
});

Deno.test("record() by two programs into one file stores each reading once", async () => {
  using folder = temporary();
  const path = folder.file("store.sqlite");
  const catalogue = new Catalogue([100, 200], path);
  using other = new DatabaseSync(path);
  const stores = [catalogue.store, new SqliteInsightsStore(other)];
  for (let round = 0; round < 20; round++) {
    for (const track of catalogue.tracks) track.playback_count! += 3;
    const all = await Promise.all(stores.map((store) => record(catalogue.client, store)));
    assertEquals(all.filter(([one]) => one?.status === "recorded").length, 1);
    catalogue.now += 600;
  }
  const { totals, recorded } = await query(stores[1]!, { zone: "UTC", now: catalogue.now * 1000 });
  assertEquals({ growth: totals.plays?.growth, readings: recorded.readings }, { growth: 19 * 6, readings: 20 });
  catalogue.db.close();
});
