import { assert, assertEquals, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { perform } from "../../src/transport/perform.ts";
import { aCall, aStats, means } from "../support/calls.ts";
import { breakWithinBody, reset, respond, serve } from "../support/wire_server.ts";

Deno.test("perform(): on a real network, errors are drained, so that connections serve further attempts", async () => {
  const html = { status: 503, body: `<title>Busy</title>${"x".repeat(100_000)}` };
  await using server = await serve(html, html, { status: 429, body: { error: "Rate Limit Exceeded" } }, {
    body: { id: 1 },
  });
  const used = means(fetch, { maxRetries: 3, retryBaseDelay: 0 });
  assertEquals((await perform(used, aCall({ url: server.url }), aStats())).body, { id: 1 });
  assertEquals(server.requests.length, 4);
  assert(server.connections < 3, `${server.connections} connections`);
});

Deno.test("perform(): on a real network, lost connections and broken bodies are retried for a GET but not for a POST", async () => {
  await using server = await serve(reset, breakWithinBody, (response) => respond(response, { body: '{"id":' }), {
    body: { id: 1 },
  });
  const used = means(fetch, { maxRetries: 3, retryBaseDelay: 0 });
  assertEquals((await perform(used, aCall({ url: server.url }), aStats())).body, { id: 1 });
  await using other = await serve(reset, { body: { id: 1 } });
  const body = { open: () => ({ body: "x" }) };
  const post = () => perform(used, aCall({ method: "POST", url: other.url, body }), aStats());
  assertEquals((await assertRejects(post, ServiceError)).code, "network");
  assertEquals(other.requests.length, 1);
});
