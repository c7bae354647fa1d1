import { assertEquals } from "@std/assert";
import { Catalogue } from "../support/insights/catalogue.ts";
import { events, growths } from "../support/insights/recorded.ts";

Deno.test("record() stores the counts that changed, with the time of the service", async () => {
  const catalogue = new Catalogue([100, 7, 0]);
  const first = await catalogue.after(0);
  catalogue.tracks[0]!.playback_count = 130;
  const second = await catalogue.after(6);
  assertEquals({ things: first.things, first: first.changed, second: second.changed }, {
    things: 4,
    first: 10,
    second: 1,
  });
  assertEquals(second.at.toISOString(), "2026-05-03T06:00:00.000Z");
  assertEquals(growths(catalogue), [[0, 107], [30, 137]]);
  assertEquals(catalogue.requests.slice(0, 3), ["/me", "/me/tracks", "/me/playlists"]);
});

Deno.test("record() tells of a track that rises three times faster than its usual week, once a week", async () => {
  const catalogue = new Catalogue([1000]);
  const track = catalogue.tracks[0]!;
  await catalogue.after(0);
  for (let day = 0; day < 12; day++) {
    track.playback_count! += day < 9 ? 30 : 100;
    await catalogue.after(24);
  }
  assertEquals(events(catalogue), ["rising 210 100"]);
});
