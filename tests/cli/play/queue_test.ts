import { assertEquals, assertRejects } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { Failure } from "../../../cli/errors.ts";
import { type Queued, queueOf, readWords } from "../../../cli/play/queue.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

const SETTINGS = { search: false, limit: 50 };

/** Creates a context whose network is a sandbox, and records the requests. */
function setup(sandbox: Sandbox, stdin = "", signal = new AbortController().signal) {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    requests.push(new URL(String(input)).pathname);
    return sandbox.fetch(String(input), init);
  };
  const { clientConfig: { baseUrl, authUrl } } = sandbox;
  const token = sandbox.issueTokens().access_token;
  const env = { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl, TONEARM_TOKEN: token };
  const on = testHost({ env, fetch, stdin, signal });
  return { context: testContext(on), requests, stderr: () => on.stderr };
}

async function all(queue: AsyncGenerator<Queued>): Promise<string[]> {
  const items = await Array.fromAsync(queue);
  return items.map((one) => "track" in one ? one.track.urn : `${one.word}: ${one.error instanceof Error}`);
}

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

Deno.test("queueOf() gets the station of a URL once", async () => {
  using sandbox = createSandbox();
  for (const station of [true, false]) {
    const { context, requests } = setup(sandbox);
    const word = "https://soundcloud.com/discover/sets/track-stations:1184";
    const tracks = await all(await queueOf(context, [word], { ...SETTINGS, station, limit: 1000 }));
    assertEquals(tracks.length > 1, true);
    assertEquals(requests, ["/resolve", "/system-playlists/soundcloud:system-playlists:track-stations:1184"]);
  }
});

Deno.test("queueOf() reads ids from stdin, and checks all of them before any request", async () => {
  using sandbox = createSandbox();
  const good = setup(sandbox, "1001\n\n1003\n");
  assertEquals(await all(await queueOf(good.context, ["-"], SETTINGS)), [
    "soundcloud:tracks:1001",
    "soundcloud:tracks:1003",
  ]);
  for (const settings of [{ search: true }, { search: false, station: true }]) {
    const words = settings.search ? ["-", "x"] : ["1001"];
    assertEquals(await readWords(setup(sandbox, "1001\n").context, settings.search ? words : ["-"], settings), words);
  }
  const bad = setup(sandbox, "1001\nsoundcloud:comments:1\n");
  await assertRejects(
    () => queueOf(bad.context, ["-"], SETTINGS),
    Failure,
    "does not name a track, playlist, user or station",
  );
  assertEquals(bad.requests, []);
});

for (const [word, path] of [["likes", "/me/likes/tracks"], ["history", "/me/recently-played/tracks"]] as const) {
  Deno.test(`queueOf() reads ${word} to its end or to the limit, and no other list`, async () => {
    using sandbox = createSandbox();
    const { context, requests, stderr } = setup(sandbox);
    const read = async (limit: number) => await all(await queueOf(context, [word], { ...SETTINGS, limit }));
    const tracks = await read(1000);
    assertEquals({ isEmpty: tracks.length < 3, stderr: stderr() }, { isEmpty: false, stderr: "" });
    assertEquals(await read(tracks.length), tracks);
    assertEquals(stderr(), "");
    assertEquals(await read(2), tracks.slice(0, 2));
    assertEquals(stderr(), "Showing the first 2; use --limit.\n");
    assertEquals(new Set(requests), new Set([path]));
  });
}

Deno.test("queueOf() names what it can't find in its place, and ends where the program does", async () => {
  using sandbox = createSandbox();
  const controller = new AbortController();
  const { context, requests } = setup(sandbox, "", controller.signal);
  const queue = await queueOf(context, ["999999", "1001"], SETTINGS);
  const [lost, found] = [(await queue.next()).value, (await queue.next()).value];
  assertEquals({ lost: lost.word, status: lost.error.status, found: found.word }, {
    ...{ lost: "999999", status: 404, found: "soundcloud:tracks:1001" },
  });
  assertEquals(requests, ["/tracks/999999", "/tracks/1001"]);
  controller.abort(new Error("Ctrl-C"));
  const ended = await queueOf(context, ["1001"], SETTINGS);
  await assertRejects(() => ended.next(), Error, "Ctrl-C");
});
