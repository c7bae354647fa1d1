import { assertEquals, assertRejects } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { Failure } from "../../../cli/errors.ts";
import { type Queued, queueOf } from "../../../cli/play/queue.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

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
