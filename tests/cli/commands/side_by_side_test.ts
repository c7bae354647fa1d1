/**
 * Several writers add to the same playlists at the same time. `TONEARM_ADDS=100` for so many of each writer, as
 * processes.
 */
import { assertEquals } from "@std/assert";
import { catalogueFixture } from "../../support/cli/catalogue.ts";

const WRITERS = 8;
const ADDS = Deno.env.get("TONEARM_ADDS");
const EACH = Number(ADDS ?? 12);
/** The most that a playlist holds. */
const MOST = 500;

Deno.test("tonearm playlist add: what eight writers add side by side is all in the playlists, or its exit code says otherwise", async () => {
  const names = Array.from({ length: WRITERS * EACH }, (_, index) => `number-${index}`);
  await using ann = await catalogueFixture({
    tracks: names.map((permalink) => ({ permalink, title: permalink, user: "ann" })),
    playlists: [],
  });
  const { home } = ann;
  const run = (args: readonly string[]) => ADDS === undefined ? home.run(args) : home.spawn(args);
  const json = async (...args: string[]) => JSON.parse((await home.run(args)).stdout);
  const playlists: string[] = [];
  while (playlists.length * MOST < names.length) {
    playlists.push((await json("playlist", "create", `Shared ${playlists.length}`, "--json=urn")).urn);
  }
  const listed: { id: number }[] = await json("tracks", "--all", "--json=id");
  const tracks = listed.map(({ id }) => id).toSorted((a, b) => a - b);
  const failed: number[] = [];
  const write = async (writer: number) => {
    for (const [index, track] of tracks.entries()) {
      if (index % WRITERS !== writer) continue;
      const playlist = playlists[Math.floor(index / WRITERS) % playlists.length] ?? "";
      if ((await run(["playlist", "add", playlist, String(track)])).code !== 0) failed.push(track);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const found: number[] = [];
  for (const urn of playlists) {
    found.push(...(await json("playlist", urn, "--json=tracks")).tracks.map(({ id }: { id: number }) => id));
  }
  assertEquals([...found, ...failed].toSorted((a, b) => a - b), tracks);
  assertEquals(failed, []);
});
