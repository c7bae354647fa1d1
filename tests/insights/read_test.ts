import { assertEquals, assertRejects } from "@std/assert";
import { InsightsError } from "@tonearm/client/insights";
import { Catalogue } from "../support/insights/catalogue.ts";
import { events } from "../support/insights/recorded.ts";

Deno.test("record() reads 8,000 tracks with 42 requests", async () => {
  const catalogue = new Catalogue(Array.from({ length: 8000 }, (_, n) => n));
  const { requests, things } = await catalogue.after(0);
  assertEquals({ requests, sent: catalogue.requests.length, things }, { requests: 42, sent: 42, things: 8001 });
});

Deno.test("record() finds tracks that a shifted page left out", async () => {
  const catalogue = new Catalogue([1, 2, 3]);
  await catalogue.after(0);
  catalogue.intercept = (path) => {
    if (!path.startsWith("/me/tracks")) return undefined;
    catalogue.intercept = undefined;
    const date = new Date(catalogue.now * 1000).toUTCString();
    return Response.json({ collection: catalogue.tracks.slice(0, 2), next_href: null }, { headers: { date } });
  };
  assertEquals((await catalogue.after(1)).requests, 4);
  assertEquals(events(catalogue), []);
});

Deno.test("record() refuses a list that lost most tracks, and stores nothing", async () => {
  const catalogue = new Catalogue(Array.from({ length: 300 }, () => 5));
  await catalogue.after(0);
  catalogue.intercept = (path) => /tracks/.test(path) ? Response.json({ collection: [], next_href: null }) : undefined;
  const error = await assertRejects(() => catalogue.after(1), InsightsError);
  assertEquals(error.code, "incomplete");
  assertEquals(catalogue.rows("SELECT COUNT(*) AS n FROM readings"), [{ n: 1 }]);
});

Deno.test("record() takes a list that lost what the profile doesn't count either, or only private tracks", async () => {
  for (const [publicly, left, shown] of [[30, 3, 2], [2, 2, 1]] as const) {
    const catalogue = new Catalogue(Array.from({ length: 30 }, () => 5));
    for (const track of catalogue.tracks.slice(publicly)) track.sharing = "private";
    await catalogue.after(0);
    catalogue.tracks.length = left;
    catalogue.intercept = (path) => {
      const collection = path.startsWith("/me/tracks") ? catalogue.tracks.slice(0, shown) : [];
      return /tracks/.test(path) ? Response.json({ collection, next_href: null }) : undefined;
    };
    assertEquals((await catalogue.after(1)).status, "recorded");
  }
});
