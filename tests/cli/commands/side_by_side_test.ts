import { assertEquals } from "@std/assert";
import { catalogueFixture } from "../../support/cli/catalogue.ts";

const WRITERS = 8;
const EACH = 12;

Deno.test("tonearm playlist add: what eight writers add side by side is all in the playlist", async () => {
  const names = Array.from({ length: WRITERS * EACH }, (_, index) => `number-${index}`);
  await using ann = await catalogueFixture({
    tracks: names.map((permalink) => ({ permalink, title: permalink, user: "ann" })),
    playlists: [],
  });
  const { home } = ann;
  const { urn } = JSON.parse((await home.run(["playlist", "create", "Shared", "--json=urn"])).stdout);
  const listed = JSON.parse((await home.run(["tracks", "--all", "--json=id"])).stdout);
  const tracks: number[] = listed.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
  const write = async (writer: number) => {
    const failures: string[] = [];
    for (const track of tracks.filter((one) => one % WRITERS === writer)) {
      const { code, stderr } = await home.run(["playlist", "add", urn, String(track)]);
      if (code !== 0) failures.push(stderr);
    }
    return failures;
  };
  const failures = (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))).flat();
  assertEquals(failures, []);
  const { stdout } = await home.run(["playlist", urn, "--json=tracks"]);
  const ids: number[] = JSON.parse(stdout).tracks.map(({ id }: { id: number }) => id);
  assertEquals(ids.toSorted((a, b) => a - b), tracks);
});
