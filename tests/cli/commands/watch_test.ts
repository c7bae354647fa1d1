import { assertEquals } from "@std/assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveWorld, type World } from "../../support/cli/cli.ts";

/** Returns the permalink of the signed-in user. */
async function ownName({ home }: World): Promise<string> {
  return JSON.parse((await home.run(["me", "--json=permalink"])).stdout).permalink;
}

/** Adds users who follow the given one. */
async function addFans({ sandbox }: World, of: string, from: number, count: number): Promise<void> {
  const users = Array.from({ length: count }, (_, i) => ({ permalink: `fan-${from + i}`, follows: [of] }));
  await sandbox.control.data.add({ users });
}

function fansIn(lines: string): string[] {
  return lines.split("\n").filter(Boolean).map((line) => JSON.parse(line).user.permalink);
}

const fans = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `fan-${from + i}`);

Deno.test("tonearm watch --state --once: each run prints what has happened since the last one", async () => {
  await using world = await serveWorld();
  const own = await ownName(world);
  const state = join(world.home.directory, "followers.json");
  const run = () => world.home.run(["watch", "followers", "--state", state, "--once", "--jsonl"]);
  assertEquals((await run()).stdout, "");
  await addFans(world, own, 0, 3);
  assertEquals(fansIn((await run()).stdout), fans(0, 3));
  assertEquals((await run()).stdout, "");
  await addFans(world, own, 3, 120);
  assertEquals(fansIn((await run()).stdout), fans(3, 123));
});

Deno.test("tonearm feed --follow: shows the rows of the feed as they arrive", async () => {
  await using world = await serveWorld();
  const own = await ownName(world);
  await world.sandbox.control.data.add({ users: [{ permalink: "poster", username: "Poster" }] });
  await world.home.run(["follow", "@poster"]);
  const state = join(world.home.directory, "feed.json");
  const rows = async (...more: string[]) => {
    const { stdout } = await world.home.run(["feed", "--follow", "--state", `${state}${more}`, "--once", ...more]);
    return stdout.split("\n").filter(Boolean).map((row) => row.split("\t").slice(0, 3).join()).sort();
  };
  assertEquals([await rows(), await rows("--tracks")], [[], []]);
  const [tracks, playlists] = ["Just out", "All of it"].map((title) => [{ title, user: "poster" }]);
  await world.sandbox.control.data.add({ tracks: tracks!, playlists: playlists! });
  assertEquals(await rows(), ["playlist,All of it,Poster", "track,Just out,Poster"]);
  assertEquals(await rows("--tracks"), ["track,Just out,Poster"]);
  assertEquals((await world.home.run(["feed", "--once"])).code, 2);
  assertEquals(own.length > 0, true);
});

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(`tonearm watch: ends by ${signal} with its place kept and exit code ${code}`, async () => {
    await using world = await serveWorld();
    const own = await ownName(world);
    const state = join(world.home.directory, "state.json");
    const words = ["watch", "followers", "--state", state, "--jsonl", "--interval", "1"];
    const running = world.home.start(words);
    for (let tries = 0; tries < 1200 && !await readFile(state).catch(() => undefined); tries++) await pause(50);
    await addFans(world, own, 0, 2);
    await running.printed(/fan-1/);
    running.signal(signal);
    assertEquals((await running.outcome).code, code);
    await addFans(world, own, 2, 1);
    assertEquals(fansIn((await world.home.run([...words, "--once"])).stdout), ["fan-2"]);
  });
}

Deno.test("tonearm watch --exec --state: killed repeatedly, it loses no event and repeats at most one per kill", async () => {
  await using world = await serveWorld();
  const own = await ownName(world);
  const [state, log] = ["state.json", "log"].map((name) => join(world.home.directory, name)) as [string, string];
  const words = ["watch", "followers", "--state", state, "--quiet", "--interval", "1", "--exec", `cat >> '${log}'`];
  await world.home.run([...words, "--once"]);
  const [kills, burst] = [5, 30];
  for (let n = 0; n < kills; n++) {
    await addFans(world, own, n * burst, burst);
    const running = world.home.start(words);
    await running.printed(new RegExp(`\\bFan|fan-${n * burst + 3 + n * 4}\\b`));
    running.signal("SIGKILL");
    await running.outcome;
  }
  assertEquals((await world.home.spawn([...words, "--once"])).code, 0);
  const logged = fansIn(await readFile(log, "utf8"));
  assertEquals([...new Set(logged)], fans(0, kills * burst));
  assertEquals(logged.length <= kills * burst + kills, true, `${logged.length}`);
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
