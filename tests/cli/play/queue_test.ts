import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { Failure } from "../../../cli/errors.ts";
import { type Queued, queueOf } from "../../../cli/play/queue.ts";
import { runInProcess, testContext, testHost } from "../../support/cli/test_host.ts";

const PLAYLIST = "soundcloud:playlists:102";
const SETTINGS = { search: false, limit: 50 };

/** Creates a context whose network is a sandbox, and records the requests. */
function setup(sandbox: Sandbox, stdin = "") {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    requests.push(new URL(String(input)).pathname);
    return sandbox.fetch(String(input), init);
  };
  const { clientConfig: { baseUrl, authUrl } } = sandbox;
  const token = sandbox.issueTokens().access_token;
  const env = { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl, TONEARM_TOKEN: token };
  const on = testHost({ env, fetch, stdin });
  return { context: testContext(on), requests, stderr: () => on.stderr };
}

async function all(queue: AsyncGenerator<Queued>): Promise<string[]> {
  const items = await Array.fromAsync(queue);
  return items.map((one) => "track" in one ? one.track.urn : `${one.word}: ${one.error instanceof Error}`);
}

Deno.test("queueOf() searches for its arguments, unless one of them can only be an id", async () => {
  using sandbox = createSandbox();
  const { context, requests } = setup(sandbox);
  const found = await all(await queueOf(context, ["lofi"], { ...SETTINGS, limit: 2 }));
  assertEquals({ foundCount: found.length, requests: new Set(requests) }, {
    foundCount: 2,
    requests: new Set(["/tracks"]),
  });
  await assertRejects(
    () => queueOf(context, ["window", "1001"], SETTINGS),
    Failure,
    "does not name a track, playlist, user or station",
  );
});

Deno.test("tonearm play --search searches for an argument that looks like an id", async () => {
  using sandbox = createSandbox();
  const { context, requests } = setup(sandbox);
  await all(await queueOf(context, ["1001"], { search: true, limit: 1 }));
  assertEquals(requests, ["/tracks"]);
});

Deno.test("queueOf() looks up each track when its turn comes", async () => {
  using sandbox = createSandbox();
  const { context, requests } = setup(sandbox);
  const queue = await queueOf(context, ["1001", "soundcloud:tracks:1003"], SETTINGS);
  assertEquals(requests, []);
  await queue.next();
  assertEquals(requests, ["/tracks/1001"]);
  await queue.next();
  assertEquals(requests, ["/tracks/1001", "/tracks/soundcloud:tracks:1003"]);
  assertEquals((await queue.next()).done, true);
});

Deno.test("queueOf() expands a playlist to its tracks in order, up to the limit", async () => {
  using sandbox = createSandbox();
  const { context } = setup(sandbox);
  const whole = await all(await queueOf(context, [PLAYLIST], SETTINGS));
  const some = await all(await queueOf(context, [PLAYLIST, "1001"], { ...SETTINGS, limit: 2 }));
  assertEquals(some, [...whole.slice(0, 2), "soundcloud:tracks:1001"]);
});

Deno.test("queueOf() names an argument without tracks, and continues with the rest", async () => {
  using sandbox = createSandbox();
  const { context } = setup(sandbox);
  const words = ["999999999", "1001", "https://soundcloud.com/nobody/nothing", "1003"];
  assertEquals(await all(await queueOf(context, words, SETTINGS)), [
    ...["999999999: true", "soundcloud:tracks:1001"],
    ...["https://soundcloud.com/nobody/nothing: true", "soundcloud:tracks:1003"],
  ]);
});

Deno.test("queueOf() reads ids from stdin, and checks all of them before any request", async () => {
  using sandbox = createSandbox();
  const good = setup(sandbox, "1001\n\n1003\n");
  assertEquals(await all(await queueOf(good.context, ["-"], SETTINGS)), [
    "soundcloud:tracks:1001",
    "soundcloud:tracks:1003",
  ]);
  const bad = setup(sandbox, "1001\nsoundcloud:comments:1\n");
  await assertRejects(
    () => queueOf(bad.context, ["-"], SETTINGS),
    Failure,
    "does not name a track, playlist, user or station",
  );
  assertEquals(bad.requests, []);
});

Deno.test("tonearm play: no result is exit 5 with a message", async () => {
  using sandbox = createSandbox();
  const { context } = setup(sandbox);
  assertEquals(await all(await queueOf(context, ["zzzzzzzz"], SETTINGS)), []);
  const env = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };
  const fetch = () => Promise.resolve(Response.json({ collection: [] }));
  assertEquals(await runInProcess(["play", "zzzzzzzz", "--url"], { env, fetch }), {
    code: 5,
    stdout: "",
    stderr: "error: Nothing found to play\nIt may be private, deleted, or of another kind.\n",
  });
});

Deno.test("queueOf() prints a note only if a list was truncated", async () => {
  using sandbox = createSandbox();
  const [cut, whole] = [setup(sandbox), setup(sandbox)];
  const { length } = await all(await queueOf(whole.context, [PLAYLIST], SETTINGS));
  assertEquals(whole.stderr(), "");
  await all(await queueOf(cut.context, [PLAYLIST], { ...SETTINGS, limit: length - 1 }));
  assertEquals(cut.stderr(), `Showing the first ${length - 1}; use --limit.\n`);
});

for (
  const [words, paths] of [
    [["@night-ferry"], ["/resolve", "/users/soundcloud:users:1", "/users/soundcloud:users:1/tracks"]],
    [["likes"], ["/me/likes/tracks"]],
    [["feed"], ["/me/feed/tracks"]],
    [["history"], ["/me/recently-played/tracks"]],
    [["track-stations:1001"], ["/system-playlists/track-stations:1001"]],
    [["lofi"], ["/tracks"]],
  ] as const
) {
  Deno.test(`tonearm play accepts users, your own lists, stations and searches: ${words}`, async () => {
    using sandbox = createSandbox();
    const { context, requests } = setup(sandbox);
    const tracks = await all(await queueOf(context, words, { ...SETTINGS, limit: 3 }));
    assertEquals(requests.slice(0, paths.length).map((path) => path.replace(/^\/v1/, "")), [...paths]);
    for (const urn of tracks) assertMatch(urn, /^soundcloud:tracks:\d+$/);
  });
}

for (const [word, path] of [["likes", "/me/likes/tracks"], ["history", "/me/recently-played/tracks"]] as const) {
  Deno.test(`queueOf() reads ${word} to its end, and no other list`, async () => {
    using sandbox = createSandbox();
    const { context, requests, stderr } = setup(sandbox);
    const tracks = await all(await queueOf(context, [word], { ...SETTINGS, limit: 1000 }));
    assertEquals(tracks.length > 0, true);
    assertEquals(new Set(requests), new Set([path]));
    assertEquals(stderr(), "");
  });
}

Deno.test("tonearm play --station plays the station of its argument", async () => {
  using sandbox = createSandbox();
  const { context, requests } = setup(sandbox);
  const tracks = await all(await queueOf(context, ["1001"], { ...SETTINGS, station: true, limit: 2 }));
  assertEquals({ firstRequest: requests[0], trackCount: tracks.length }, {
    firstRequest: "/tracks/1001",
    trackCount: 2,
  });
  assertMatch(requests[1] ?? "", /^\/system-playlists\/soundcloud:system-playlists:track-stations:1001$/);
});
