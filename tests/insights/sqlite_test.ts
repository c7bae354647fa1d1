import { assertEquals } from "@std/assert";
import { forget, SqliteInsightsStore } from "@tonearm/client/insights";
import { recorded } from "../support/insights/recorded.ts";

Deno.test("SqliteInsightsStore.compact() returns the space of what was thinned or forgotten", async () => {
  const catalogue = await recorded(1, 1);
  const store = new SqliteInsightsStore(catalogue.db);
  const pages = () => catalogue.rows<{ page_count: number }>("PRAGMA page_count")[0]!.page_count;
  catalogue.db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO changes SELECT 99, i, i FROM n`);
  const whole = pages();
  catalogue.db.exec("DELETE FROM changes WHERE at % 4 > 0 AND series = 99");
  await store.compact();
  assertEquals(pages() < whole / 2, true);
  await forget(store);
  await store.compact();
  assertEquals(catalogue.rows("PRAGMA freelist_count"), [{ freelist_count: 0 }]);
});
