import { assert, assertEquals, assertMatch } from "@std/assert";
import { serveWorld, type World } from "../../../support/cli/cli.ts";
import { screenLines } from "../../../support/cli/test_host.ts";

const BLOCKS = /^[ ▁▂▃▄▅▆▇█]+$/;

/** Creates a track with comments at known positions. */
async function commented(world: World): Promise<string> {
  const urn = "soundcloud:tracks:1001";
  await world.home.run(["comment", urn, "--at", "0:21", "In the middle"]);
  await world.home.run(["comment", urn, "--at", "0:01", "At the \u001b[31mbeginning"]);
  return urn;
}

for (const columns of [40, 100]) {
  Deno.test(`tonearm track: the waveform is as wide as a terminal of ${columns} columns, with the comments below`, async () => {
    await using world = await serveWorld();
    const urn = await commented(world);
    const { code, stdout } = await world.home.run(["track", urn], { columns });
    assertEquals(code, 0);
    const lines = screenLines(stdout);
    const wave = lines.filter((line) => BLOCKS.test(line) && line.includes("█"));
    assertEquals(Math.max(...wave.map((line) => line.length)), columns);
    const marks = lines.find((line) => line.includes("╵")) ?? "";
    const middle = Math.floor(21 / 42 * columns);
    assert(marks.slice(middle - 2, middle + 3).includes("╵"), `no mark in the middle: ${marks}`);
    assertMatch(lines.join("\n"), /0:01 .*At the ␛\[31mbeg[^]*0:21 .*In the middle/);
  });
}

/** Creates a track with artwork. */
async function pictured(world: World): Promise<string> {
  const { stdout } = await world.home.run(["search", "lofi", "--jsonl"]);
  const tracks: { urn: string; artwork_url: string | null }[] = stdout.trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  const track = tracks.find(({ artwork_url }) => artwork_url !== null);
  if (!track) throw new Error("no track has a picture");
  return track.urn;
}

const PICTURES = [
  ["kitty", { TERM: "xterm-kitty" }, "\x1b_Ga=T,f=24,"],
  ["WezTerm", { TERM_PROGRAM: "WezTerm" }, "\x1b]1337;File=inline=1"],
] as const;

for (const [terminal, env, beginning] of PICTURES) {
  Deno.test(`${terminal} gets the track's picture in its own protocol`, async () => {
    await using world = await serveWorld();
    const { stdout } = await world.home.run(["track", await pictured(world)], { columns: 80, env });
    assert(stdout.includes(beginning), "no picture was sent");
  });
}
