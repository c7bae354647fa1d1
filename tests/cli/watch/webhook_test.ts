import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import type { WatchEvent } from "@tonearm/client";
import { Failure } from "../../../cli/errors.ts";
import { postEvent, readWebhook, signed } from "../../../cli/watch/webhook.ts";
import { stubServer } from "../../support/cli/cli.ts";
import { testContext, testHost } from "../../support/cli/test_host.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const EVENT = { type: "follower", id: "follower:1", user: { username: "Ann" } } as unknown as WatchEvent;

Deno.test("signed() makes the signature of the specification's example", () => {
  const { key } = readWebhook({ env: { TONEARM_WEBHOOK_KEY: SECRET } }, "https://example.com");
  assertEquals(signed(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}'), {
    "content-type": "application/json",
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

Deno.test("readWebhook() rejects an address and a secret that cannot be used", () => {
  for (const url of ["example.com", "ftp://example.com", "https://"]) {
    assertThrows(() => readWebhook({ env: { TONEARM_WEBHOOK_KEY: SECRET } }, url), Failure, "URL");
  }
  for (const secret of ["", "whsec_", "whsec_c2hvcnQ=", "not base64!"]) {
    const env = { TONEARM_WEBHOOK_KEY: secret };
    assertThrows(() => readWebhook({ env }, "https://example.com"), Failure, "needs a secret");
  }
});

Deno.test("postEvent() posts an event again with the same id until it is accepted", async () => {
  const seen: { id: string | null; body: string }[] = [];
  await using server = stubServer(async (request) => {
    seen.push({ id: request.headers.get("webhook-id"), body: await request.text() });
    return new Response("", { status: seen.length === 1 ? 503 : 202 });
  });
  const on = testHost();
  const webhook = readWebhook({ env: { TONEARM_WEBHOOK_KEY: SECRET } }, server.url);
  await postEvent(testContext(on), webhook, EVENT, 1);
  assertEquals(seen, Array(2).fill({ id: EVENT.id, body: JSON.stringify(EVENT) }));
  assertEquals(on.stderr, "The webhook responded with 503 on follower:1; retrying in 1 s\n");
});

Deno.test("postEvent() fails after the last attempt, and follows no redirect", async () => {
  await using server = stubServer(() =>
    new Response("", { status: 302, headers: { location: "https://example.com" } })
  );
  const webhook = readWebhook({ env: { TONEARM_WEBHOOK_KEY: SECRET } }, server.url);
  const failure = await assertRejects(() => postEvent(testContext(testHost()), webhook, EVENT, 0), Failure);
  assertEquals(failure.code, "webhook");
  assertEquals(failure.message, "The webhook responded with 302 on follower:1, 1 times in all");
  assertMatch(failure.hint ?? "", /^With --state/);
});
