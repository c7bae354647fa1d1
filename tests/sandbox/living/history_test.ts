import { assertEquals } from "@std/assert";
import { counts, living, START } from "./living_world.ts";

Deno.test("control.activity(): the history by day adds up to the counts of replies, at every reading", async () => {
  using sandbox = living();
  let last = START;
  for (const hours of [1, 5, 30, 24 * 40, 24 * 300, 7]) {
    const before = await counts(sandbox) as { tracks: number[][]; followers_count: number };
    sandbox.clock.advance(hours * 3_600_000);
    const after = await counts(sandbox) as typeof before;
    const days = await sandbox.control.activity({ user: 1, from: last, to: new Date(sandbox.clock.now()) });
    const sum = (name: "plays" | "follows" | "comments") => days.reduce((all, day) => all + day[name], 0);
    const grown = (column: number) =>
      after.tracks.reduce((all, track, i) => all + (track[column] ?? 0) - (before.tracks[i]?.[column] ?? 0), 0);
    assertEquals([sum("plays"), sum("comments"), sum("follows")], [
      grown(0),
      grown(3),
      after.followers_count - before.followers_count,
    ]);
    last = sandbox.clock.now();
  }
  const [whole, one, two] = await Promise.all(
    [{ user: 1 }, { track: 1 }, { track: 2 }].map((query) => sandbox.control.activity(query)),
  );
  assertEquals(whole?.map(({ plays }) => plays), one?.map(({ plays }, i) => plays + (two?.[i]?.plays ?? 0)));
  assertEquals(whole?.[0]?.date, "2026-01-01");
});
