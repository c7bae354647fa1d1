import { assertEquals, assertMatch } from "@std/assert";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";
import { Catalogue } from "../../support/insights/catalogue.ts";

const SERVICE = { service: "sandbox" };

/** A store of 20 days in which nothing remarkable happened, and the program that watches it. */
async function watched() {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const home = await emptyHome({ TONEARM_SANDBOX: "1", TONEARM_WEBHOOK_KEY: secret });
  const file = (name: string) => join(home.directory, name);
  const catalogue = new Catalogue([9900, 2000, 400], file("store.sqlite"));
  catalogue.followers = 99;
  await catalogue.after(0, SERVICE);
  const days = async (count: number, plays: readonly number[]) => {
    for (let reading = 0; reading < count * 4; reading++) {
      catalogue.tracks.forEach((track, n) => track.playback_count! += Math.round(plays[n]! / 4));
      await catalogue.after(6, SERVICE);
    }
  };
  await days(20, [0, 20, 4]);
  const run = (...argv: string[]) => home.run(["watch", "milestones", "--store", file("store.sqlite"), ...argv]);
  const told = async (...argv: string[]) => {
    const { stdout, stderr, code } = await run("--state", file("state.json"), "--once", "--jsonl", ...argv);
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    return stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  };
  const close = async () => {
    catalogue.db.close();
    await home[Symbol.asyncDispose]();
  };
  return { catalogue, days, run, told, file, home, [Symbol.asyncDispose]: close };
}

Deno.test("tonearm watch milestones tells marks and rising tracks once, and nothing else", async () => {
  await using world = await watched();
  const { catalogue, days, told } = world;
  assertEquals(await told(), []);
  await days(1, [100, 20, 4]);
  catalogue.followers = 101;
  catalogue.tracks[2]!.title = "Another name";
  await catalogue.after(6, SERVICE);
  assertEquals((await told()).map(({ id, count, text }) => [id, count, text]), [
    ["soundcloud:tracks:1:rising:2026-05-23", 50, "Song 1 is rising: 50 plays in a day, 0 in the week before"],
    ["soundcloud:tracks:1:plays:10000", 10000, "Song 1 passed 10,000 plays"],
    ["soundcloud:users:1:followers:100", 100, "Ann passed 100 followers"],
  ]);
  assertEquals(await told(), []);
  // 60 plays a day are three times the usual ones; a week of them isn't told again, and neither is a usual week.
  await days(6, [100, 60, 4]);
  assertEquals((await told()).map(({ id }) => id.replace(/rising:.*/, "rising")), [
    "soundcloud:tracks:2:rising",
    "soundcloud:tracks:2:plays:2500",
  ]);
  await days(6, [100, 60, 4]);
  assertEquals(await told(), []);
});

Deno.test("tonearm watch milestones passes each event to a command or a webhook, and repeats it until it is done", async () => {
  await using world = await watched();
  await world.told();
  world.catalogue.tracks[0]!.playback_count = 10_400;
  await world.catalogue.after(6, SERVICE);
  const state = ["--state", world.file("state.json"), "--once"];
  const failed = await world.run(...state, "--exec", "exit 3", "--exec-retries", "0");
  assertEquals(failed.code, 1);
  assertMatch(failed.stderr, /The command failed with exit code 3 on soundcloud:tracks:1:/);
  const bodies: string[] = [];
  await using server = stubServer(async (request) => {
    bodies.push(await request.text());
    return new Response("");
  });
  const ids = async () => (await world.told("--webhook", server.url)).map(({ id }) => id);
  const posted = await ids();
  assertEquals(bodies.map((body) => JSON.parse(body).id), posted);
  assertEquals(posted.includes("soundcloud:tracks:1:plays:10000"), true);
  world.catalogue.tracks[1]!.playback_count = 5100;
  await world.catalogue.after(6, SERVICE);
  await world.told("--exec", `cat >> ${world.file("events.jsonl")}`);
  const lines = (await readFile(world.file("events.jsonl"), "utf8")).trimEnd().split("\n").map((line) =>
    JSON.parse(line)
  );
  assertEquals(lines.some(({ text }) => text === "Song 2 passed 5,000 plays"), true);
});

Deno.test("tonearm watch milestones: whose, and what is wrong, in a sentence", async () => {
  await using world = await watched();
  world.catalogue.tracks[0]!.playback_count = 10_400;
  await world.catalogue.after(6, SERVICE);
  const ids = async (user: string) =>
    (await world.run(user, "--place", "0", "--once", "--json=id")).stdout.split("\n").filter(Boolean).length;
  assertEquals({ own: await ids("1") > 0, other: await ids("2") }, { own: true, other: 0 });
  assertMatch((await world.run("--place", "x", "--once")).stderr, /"x" is not a position in a watch of milestones/);
  const none = await world.home.run(["watch", "milestones", "--store", world.file("none.sqlite"), "--once"]);
  assertMatch(none.stderr, /There are no insights yet[^]*tonearm insights record/);
  assertMatch((await world.home.run(["watch", "likes", "--store", "x"])).stderr, /--store is for milestones/);
  await writeFile(world.file("likes.json"), '{"source":"likes","service":"sandbox","place":"5"}');
  assertMatch((await world.run("--state", world.file("likes.json"), "--once")).stderr, /the state of another watch/);
});
