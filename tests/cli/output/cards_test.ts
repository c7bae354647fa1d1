import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { serveWorld, type World } from "../../support/cli/cli.ts";
import { screenLines } from "../../support/cli/terminal.ts";

const TRACK = "soundcloud:tracks:1078";
/** A track that accepts comments. */
const DISCUSSED = "soundcloud:tracks:1184";

async function json(world: World, ...argv: string[]) {
  const { code, stdout, stderr } = await world.home.run([...argv, "--json"]);
  assertEquals(code, 0, stderr);
  return JSON.parse(stdout);
}

Deno.test("tonearm track and user show a card at a terminal, and names with values in a pipe", async () => {
  await using world = await serveWorld();
  const terminal = await world.home.spawn(["track", TRACK], { columns: 100, env: { NO_COLOR: "1" } });
  const [title = "", facts = ""] = screenLines(terminal.stdout);
  assertStringIncludes(title, "Lost Window (lofi study mix) by Attic Weather");
  assertMatch(facts, /^0:52 · .* plays? · .* likes? · .* comments?$/);
  const pipe = await world.home.run(["track", TRACK]);
  assertMatch(pipe.stdout, /^title\tLost Window \(lofi study mix\)\nby\tAttic Weather\nurn\tsoundcloud:tracks:1078\n/);
  assertMatch((await world.home.run(["user", "1"])).stdout, /^title\tNight Ferry\n[^]*urn\tsoundcloud:users:1\n/);
});

Deno.test("tonearm me shows who is signed in", async () => {
  await using world = await serveWorld();
  assertEquals((await json(world, "me")).urn, "soundcloud:users:1");
});

for (
  const [put, taken, done, undone, id] of [
    ["like", "unlike", "liked", "unliked", TRACK],
    ["like", "unlike", "liked", "unliked", "soundcloud:playlists:102"],
    ["repost", "unrepost", "reposted", "unreposted", TRACK],
    ["repost", "unrepost", "reposted", "unreposted", "soundcloud:playlists:102"],
    ["follow", "unfollow", "following", "unfollowed", "soundcloud:users:9"],
  ] as const
) {
  Deno.test(`${put} and ${taken} undo each other: ${id}`, async () => {
    await using world = await serveWorld();
    await world.home.run([taken, id]);
    assertEquals(await world.home.run([put, id]), { code: 0, stdout: `${done}\t${id}\n`, stderr: "" });
    assertEquals(await json(world, taken, id), { id, action: taken, changed: true });
    assertMatch((await world.home.run([put, id])).stdout, new RegExp(`^${done}\t`));
    assertMatch((await world.home.run([taken, id])).stdout, new RegExp(`^${undone}\t`));
  });
}

for (
  const [command, id, idle] of [
    ["unlike", TRACK, "was not liked"],
    ["unrepost", TRACK, "was not reposted"],
    ["unfollow", "soundcloud:users:9", "was not followed"],
  ] as const
) {
  Deno.test(`tonearm ${command}: reports that there was nothing to undo`, async () => {
    await using world = await serveWorld();
    await world.home.run([command, id]);
    assertEquals(await world.home.run([command, id]), { code: 0, stdout: `${idle}\t${id}\n`, stderr: "" });
  });
}

Deno.test("tonearm like: likes many ids from stdin", async () => {
  await using world = await serveWorld();
  const { stdout } = await world.home.run(["like", "-"], { stdin: "1078\nsoundcloud:tracks:1184\n" });
  assertEquals(stdout, "liked\t1078\nliked\tsoundcloud:tracks:1184\n");
});

Deno.test("tonearm likes lists your own likes, those of another user, and playlists", async () => {
  await using world = await serveWorld();
  const kinds = async (
    ...argv: string[]
  ) => [...new Set((await json(world, "likes", ...argv)).map((one: { kind: string }) => one.kind))];
  assertEquals(await kinds(), ["track"]);
  assertEquals(await kinds("soundcloud:users:2"), ["track"]);
  assertEquals(await kinds("2", "--playlists"), ["playlist"]);
});

Deno.test("tonearm feed shows new activities, or only tracks", async () => {
  await using world = await serveWorld();
  const feed = await json(world, "feed", "--tracks");
  assertEquals(feed.length > 0, true);
  assertEquals(feed.every((entry: { origin: { kind: string } }) => entry.origin.kind === "track"), true);
  assertMatch((await world.home.run(["feed"])).stdout, /\tsoundcloud:(tracks|playlists):\d+\n/);
});

Deno.test("tonearm comment: posts a comment at its position, and lists it", async () => {
  await using world = await serveWorld();
  const made = await world.home.run(["comment", DISCUSSED, "--at", "0:31.5", "what", "a", "line"]);
  assertMatch(made.stdout, /^Commented at 0:32: soundcloud:comments:\d+\n$/);
  const comments = await json(world, "comments", DISCUSSED, "--all");
  const ours = comments.find((one: { body: string }) => one.body === "what a line");
  assertEquals({ timestamp: Number(ours.timestamp), user_urn: ours.user_urn }, {
    timestamp: 31_500,
    user_urn: "soundcloud:users:1",
  });
  assertMatch((await world.home.run(["comments", DISCUSSED, "--all"])).stdout, /^0:32\tNight Ferry\twhat a line\t/m);
  const piped = await world.home.run(["comment", DISCUSSED, "-", "--json=body"], { stdin: "from\na file\n" });
  assertEquals(JSON.parse(piped.stdout), { body: "from\na file" });
});

Deno.test("tonearm comment: a missing text or an invalid time is exit 2", async () => {
  await using world = await serveWorld();
  for (
    const argv of [["comment", DISCUSSED, "-"], ["comment", DISCUSSED, "x", "--at", "later"], ["comment", DISCUSSED]]
  ) {
    assertEquals((await world.home.run(argv)).code, 2);
  }
});

Deno.test("tonearm playlist: creates, fills, empties, renames, hides and deletes a playlist", async () => {
  await using world = await serveWorld();
  const { urn } = await json(world, "playlist", "create", "Evening", "1078", TRACK.replace("1078", "1184"));
  const tracks = async () => (await json(world, "playlist", urn)).tracks.map((track: { id: number }) => track.id);
  assertEquals(await tracks(), [1078, 1184]);
  assertEquals((await world.home.run(["playlist", "add", urn, "1181", "1078"])).stdout, `${urn} now has 3 tracks\n`);
  assertEquals((await world.home.run(["playlist", "remove", urn, "1184"])).stdout, `${urn} now has 2 tracks\n`);
  assertEquals(await tracks(), [1078, 1181]);
  await world.home.run(["playlist", "edit", urn, "--title", "Late", "--sharing", "private", "--description="]);
  const edited = await json(world, "playlist", "show", urn);
  assertEquals({ title: edited.title, sharing: edited.sharing, track_count: edited.track_count }, {
    title: "Late",
    sharing: "private",
    track_count: 2,
  });
  const refused = await world.home.run(["playlist", "delete", urn]);
  assertEquals(refused.code, 2);
  assertStringIncludes(refused.stderr, "--yes");
  assertEquals((await world.home.run(["playlist", "delete", urn, "--yes"])).stdout, `Deleted ${urn}\n`);
  assertEquals((await world.home.run(["playlist", urn])).code, 5);
});

Deno.test("tonearm playlist delete: asks at a terminal, and deletes only on yes", async () => {
  await using world = await serveWorld();
  const { urn } = await json(world, "playlist", "create", "Evening");
  for (const [answer, code] of [["n", 2], ["y", 0]] as const) {
    const running = world.home.start(["playlist", "delete", urn], { columns: 80 });
    await running.printed(/\[y\/N\]/);
    running.type(`${answer}\r`);
    assertEquals((await running.outcome).code, code);
  }
});

Deno.test("tonearm playlist: lists the tracks below the playlist", async () => {
  await using world = await serveWorld();
  const { stdout } = await world.home.run(["playlist", "soundcloud:playlists:102"]);
  assertMatch(stdout, /^urn\tsoundcloud:playlists:102$/m);
  assertMatch(stdout, /\tsoundcloud:tracks:\d+\n$/);
});

Deno.test("tonearm stream lists renditions, and --url prints only the signed URL", async () => {
  await using world = await serveWorld();
  assertMatch((await world.home.run(["stream", TRACK])).stdout, /^hls_mp3_128\thttp:\S+\n/m);
  const { stdout, stderr } = await world.home.run(["stream", TRACK, "--url"]);
  assertMatch(stdout, /^http:\S+\n$/);
  assertEquals(stderr, "");
  const media = await fetch(stdout.trim());
  await media.body?.cancel();
  assertEquals(media.status, 200);
});

Deno.test("tonearm open opens the page in the browser, and --url only prints it", async () => {
  await using world = await serveWorld();
  const address = "https://soundcloud.com/night-ferry";
  assertEquals((await world.home.run(["open", "soundcloud:users:1", "--url"])).stdout, `${address}\n`);
  const seen = join(world.home.directory, "opened");
  const browser = join(world.home.directory, "browser");
  await Deno.writeTextFile(browser, `#!/bin/sh\necho "$1" > ${seen}.part && mv ${seen}.part ${seen}\n`, {
    mode: 0o755,
  });
  const watcher = Deno.watchFs(world.home.directory);
  assertEquals((await world.home.spawn(["open", "soundcloud:users:1"], { env: { BROWSER: browser } })).code, 0);
  for await (const { paths } of watcher) if (paths.includes(seen)) break;
  assertEquals(await Deno.readTextFile(seen), `${address}\n`);
  const missing = await world.home.spawn(["open", "soundcloud:users:1"], { env: { BROWSER: "/no/such/browser" } });
  assertEquals(missing.code, 1);
  assertStringIncludes(missing.stderr, "Cannot run /no/such/browser");
});
