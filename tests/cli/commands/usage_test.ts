import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { emptyHome, stubServer } from "../../support/cli/cli.ts";

const WRONG: readonly (readonly [string[], RegExp])[] = [
  [["serch", "lofi"], /Unknown command "serch"\. Did you mean command "search"\?/],
  [["search", "lofi", "--lmit", "5"], /Unknown option "--lmit"\. Did you mean option "--limit"\?/],
  [["search", "lofi", "-z"], /Unknown option "-z"/],
  [["search", "lofi", "--limit"], /Missing value for option "--limit"/],
  [["search", "lofi", "--limit", "many"], /"--limit" must be of type "integer"/],
  [["search", "lofi", "--limit", "0"], /"--limit" must be at least 1, but got "0"/],
  [["search", "lofi", "--type", "songs"], /"--type" must be of type "kind".* "tracks", "users", "playlists"/],
  [["search", "lofi", "--limit", "1", "--limit", "2"], /"--limit" can only occur once/],
  [["track", "1", "2", "--fail-fast", "--continue-on-error"], /conflicts with option/],
  [["play", "x", "--search", "--station"], /conflicts with option/],
  [["search", "lofi", "--all=yes"], /"--all" doesn't take a value/],
  [["search"], /Missing argument: query\.\.\.\nGive a text or a filter\./],
  [["track", "what is this"], /does not name a track/],
  [["track", "soundcloud:users:1"], /is not a track/],
  [["comments", "1", "2"], /Too many arguments: 2/],
  [["profile"], /tonearm profile needs a command: list, use, remove/],
  [["profile", "lst"], /Unknown command "lst"\. Did you mean command "list"\?/],
  [["track", "1", "--json=titel"], /Unknown field/],
  [["api", "https://example.com/x"], /not a URL/],
  [["playlist", "edit", "1"], /Nothing to change/],
];

Deno.test("tonearm: wrong usage is exit 2, at most six lines on stderr, and no request", async (t) => {
  await using service = stubServer(() => new Response("{}"));
  await using home = await emptyHome({
    TONEARM_API_URL: service.url,
    TONEARM_AUTH_URL: service.url,
    TONEARM_TOKEN: "t",
  });
  for (const [argv, message] of WRONG) {
    await t.step(argv.join(" "), async () => {
      const { code, stdout, stderr } = await home.run(argv);
      assertEquals({ code, stdout, requests: service.requests }, { code: 2, stdout: "", requests: [] });
      assertEquals(stderr.startsWith(argv.join().includes("--json") ? "{" : "error: "), true, stderr);
      assertEquals(stderr.trimEnd().split("\n").length <= 6, true, stderr);
      assertMatch(stderr, message);
    });
  }
});

Deno.test("tonearm: global options are accepted before the command, and all options between and after arguments", async () => {
  await using service = stubServer(() => Response.json({ collection: [] }));
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  for (
    const argv of [
      ["--json", "search", "slow", "lofi", "--limit", "5"],
      ["--quiet", "--timeout=5", "search", "slow", "--json", "lofi", "--limit", "5"],
      ["search", "--limit=5", "slow", "lofi", "--json"],
      ["-q", "search", "slow", "-n5", "lofi", "--json"],
    ]
  ) {
    const { code, stdout, stderr } = await home.run(argv);
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "[]\n", stderr: "" });
  }
});

Deno.test("tonearm: everything after -- is an argument", async () => {
  const queries: (string | null)[] = [];
  await using service = stubServer((request) => {
    queries.push(new URL(request.url).searchParams.get("q"));
    return Response.json({ collection: [] });
  });
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_TOKEN: "t" });
  assertEquals((await home.spawn(["search", "--quiet", "--", "--limit", "-5"])).code, 0);
  assertEquals(queries, ["--limit -5"]);
});

Deno.test("tonearm: without credentials, a command says what to do, exit 4, and sends no request", async () => {
  await using service = stubServer(() => new Response("{}"));
  await using home = await emptyHome({ TONEARM_API_URL: service.url, TONEARM_AUTH_URL: service.url });
  const { code, stdout, stderr } = await home.run(["search", "lofi"]);
  assertEquals({ code, stdout, requests: service.requests }, { code: 4, stdout: "", requests: [] });
  assertStringIncludes(stderr, "tonearm auth");
  assertStringIncludes(stderr, "--sandbox");
});
