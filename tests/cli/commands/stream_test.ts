import { assertEquals, assertMatch } from "@std/assert";
import { runInProcess } from "../../support/cli/test_host.ts";

const ENV = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };

Deno.test("tonearm stream --url: marks a preview on stderr and in JSON", async () => {
  const fetch: typeof globalThis.fetch = (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (pathname.endsWith("/streams")) {
      return Promise.resolve(Response.json({ preview_mp3_128_url: "https://api.test/tracks/1/preview" }));
    }
    return Promise.resolve(new Response(null, { status: 302, headers: { location: "https://media.test/p.mp3" } }));
  };
  const outcome = await runInProcess(["stream", "1", "--url"], { env: ENV, fetch });
  assertEquals(outcome.stdout, "https://media.test/p.mp3\n");
  assertMatch(outcome.stderr, /^1: a preview of 30 s/);
  const json = await runInProcess(["stream", "1", "--url", "--json"], { env: ENV, fetch });
  assertEquals(JSON.parse(json.stdout), { url: "https://media.test/p.mp3", preview: true });
});
