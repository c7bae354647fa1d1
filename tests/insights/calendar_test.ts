import { assertEquals } from "@std/assert";
import { type Insights, query, type QueryOptions } from "@tonearm/client/insights";
import { Catalogue } from "../support/insights/catalogue.ts";

function ask(catalogue: Catalogue, options: QueryOptions = {}): Promise<Insights> {
  return query(catalogue.store, { zone: "UTC", now: catalogue.now * 1000, ...options });
}

Deno.test("query() knows days of 23 and 25 hours", async () => {
  const catalogue = new Catalogue([0]);
  catalogue.now = Date.parse("2026-03-27T23:00:00Z") / 1000;
  await catalogue.after(0);
  for (let hour = 0; hour < 72; hour++) {
    catalogue.tracks[0]!.playback_count!++;
    await catalogue.after(1);
  }
  const { parts } = await ask(catalogue, { zone: "Europe/Berlin", from: "2026-03-28", to: "2026-03-30" });
  assertEquals(parts.map(({ growth }) => growth.plays), [24, 23, 24]);
});
