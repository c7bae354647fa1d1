import { assertEquals, assertMatch } from "@std/assert";
import { emptyHome, serveWorld, stubServer } from "../../support/cli/cli.ts";

Deno.test("tonearm --json prints one document, and nothing on stderr", async () => {
  await using world = await serveWorld();
  const track = await world.home.spawn(["track", "soundcloud:tracks:1078", "--json"]);
  assertEquals({ code: track.code, stderr: track.stderr }, { code: 0, stderr: "" });
  assertEquals(JSON.parse(track.stdout).urn, "soundcloud:tracks:1078");
  const list = await world.home.run(["search", "window", "--all", "--json"]);
  assertEquals({ code: list.code, stderr: list.stderr }, { code: 0, stderr: "" });
  assertEquals(Array.isArray(JSON.parse(list.stdout)), true);
});

Deno.test("tonearm --json=… selects fields, and nested fields with a dot", async () => {
  await using world = await serveWorld();
  const { stdout } = await world.home.run(["track", "1078", "--json=id,title,user.username,label_name"]);
  const track = JSON.parse(stdout);
  assertEquals(Object.keys(track), ["id", "title", "user.username", "label_name"]);
  assertEquals({ id: track.id, title: track.title, userUsername: track["user.username"] }, {
    id: 1078,
    title: "Lost Window (lofi study mix)",
    userUsername: "Attic Weather",
  });
});

Deno.test("tonearm --json: an unknown field lists the choices", async () => {
  await using world = await serveWorld();
  const { code, stderr } = await world.home.run(["user", "1", "--json=nickname"]);
  const { error } = JSON.parse(stderr);
  assertEquals(code, 2);
  assertEquals(error.message, 'Unknown field "nickname"');
  assertMatch(error.hint, /^Fields: id, urn, username, /);
});

Deno.test("tonearm --jsonl prints one object per line, even for a single result", async () => {
  await using world = await serveWorld();
  const list = await world.home.run(["search", "a", "--limit", "3", "--jsonl", "--json=urn"]);
  const lines = list.stdout.trimEnd().split("\n").map((line) => Object.keys(JSON.parse(line)));
  assertEquals(lines, [["urn"], ["urn"], ["urn"]]);
  const one = await world.home.run(["user", "1", "--jsonl"]);
  assertEquals(JSON.parse(one.stdout).id, 1);
  assertEquals(one.stdout.split("\n").length, 2);
});

Deno.test("tonearm --json: several results are one array", async () => {
  await using world = await serveWorld();
  const { stdout } = await world.home.run(["user", "1", "2", "--json=id"]);
  assertEquals(JSON.parse(stdout), [{ id: 1 }, { id: 2 }]);
});

Deno.test("tonearm: an error in JSON mode is one object on stderr, and stdout is empty", async () => {
  await using world = await serveWorld();
  for (const form of ["--json", "--jsonl", "--json=id"]) {
    const { code, stdout, stderr } = await world.home.run(["track", "999999999", form]);
    assertEquals({ code, stdout }, { code: 5, stdout: "" });
    const { error } = JSON.parse(stderr);
    assertEquals(error.code, "not_found");
    assertMatch(error.message, /404/);
    assertMatch(error.hint, /private/);
  }
});

Deno.test("tonearm --json: escapes control characters, and parses to the same text", async () => {
  const title = "a\u001b[2Jb\u009b2Jc\u202ed\u2028e";
  await using service = stubServer(() => Response.json({ kind: "track", id: 1, title }));
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  const { stdout } = await home.run(["track", "1", "--json"]);
  for (const hostile of "\u001b\u009b\u202e\u2028") assertEquals(stdout.includes(hostile), false);
  assertEquals(JSON.parse(stdout).title, title);
});

Deno.test("tonearm: notes go to stderr, and --quiet hides them", async () => {
  await using world = await serveWorld();
  const plain = await world.home.run(["search", "a", "--limit", "2"]);
  assertMatch(plain.stderr, /^Showing the first 2; use --limit or --all\.\n$/);
  assertEquals(plain.stdout.split("\n").length, 3);
  assertEquals((await world.home.run(["search", "a", "--limit", "2", "--quiet"])).stderr, "");
});

Deno.test({
  name: "tonearm: a result that a full disk truncates is exit 1, with its reason",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using home = await emptyHome();
    for (const argv of [["--help"], ["completions", "bash"], ["--version"]]) {
      const running = home.start(argv, { around: (command) => `exec ${command} > /dev/full` });
      const { code, stderr } = await running.outcome;
      assertEquals(code, 1, argv.join(" "));
      assertMatch(stderr, /error: Cannot write the result: no space left on the device/);
    }
  },
});
