import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { WatchEvent } from "@tonearm/client";
import { postEvent, readWebhook, signed } from "../../../cli/watch/webhook.ts";
import { stubServer } from "../../support/cli/cli.ts";
import { factsOf, testContext, testHost } from "../../support/cli/test_host.ts";

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
    assertEquals(factsOf(assertThrows(() => readWebhook({ env: { TONEARM_WEBHOOK_KEY: SECRET } }, url))), {
      ...{ kind: "usage", code: "usage", message: "--webhook needs a URL" },
      hint: "For example --webhook https://example.com/events",
    });
  }
  const bytes = (count: number) => new Uint8Array(count).fill(255).toBase64();
  const env = (secret?: string) => ({ env: { TONEARM_WEBHOOK_KEY: secret } });
  for (const secret of [undefined, "", "whsec_", "whsec_c2hvcnQ=", `${SECRET}!`, `x${SECRET}`, bytes(23), bytes(65)]) {
    assertEquals(factsOf(assertThrows(() => readWebhook(env(secret), "https://example.com"))), {
      ...{ kind: "usage", code: "usage", message: "--webhook needs a secret in TONEARM_WEBHOOK_KEY" },
      hint: 'It is "whsec_" and 24 to 64 random bytes in base64.',
    });
  }
  for (const count of [24, 25, 26, 64]) {
    const { url, key } = readWebhook(env(bytes(count)), "HTTP://example.com");
    assertEquals({ url, key: [...key] }, { url: "HTTP://example.com", key: Array(count).fill(255) });
  }
});

Deno.test("postEvent() posts an event again with the same id until it is accepted", async () => {
  const seen: object[] = [];
  await using server = stubServer(async (request) => {
    const headers = Object.fromEntries([...request.headers].filter(([name]) => /^webhook-|^content-type/.test(name)));
    seen.push({ method: request.method, headers, body: await request.text() });
    return new Response("", { status: seen.length === 1 ? 503 : 202 });
  });
  const on = testHost({ now: () => 1_614_265_330_999 });
  const webhook = readWebhook({ env: { TONEARM_WEBHOOK_KEY: SECRET } }, server.url);
  await postEvent(testContext(on), webhook, EVENT, 1);
  const body = JSON.stringify(EVENT);
  const headers = signed(webhook.key, EVENT.id, 1_614_265_330, body);
  assertEquals(seen, Array(2).fill({ method: "POST", headers, body }));
  assertEquals(on.stderr, "The webhook responded with 503 on follower:1; retrying in 1 s\n");
});

Deno.test("postEvent() fails after the last attempt, and follows no redirect", async () => {
  await using server = stubServer(() =>
    new Response("", { status: 302, headers: { location: "https://example.com" } })
  );
  const webhook = readWebhook({ env: { TONEARM_WEBHOOK_KEY: SECRET } }, server.url);
  const post = (fetch?: typeof globalThis.fetch) =>
    postEvent(testContext(testHost(fetch && { fetch })), webhook, EVENT, 0);
  const lost = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }));
  for (
    const [fetch, why] of [[undefined, "responded with 302"], [lost, "cannot be reached (connection refused)"]] as const
  ) {
    const message = `The webhook ${why} on follower:1, 1 time in all`;
    const hint = "With --state, the next run begins with this event.";
    assertEquals(factsOf(await assertRejects(() => post(fetch))), { kind: "failed", code: "webhook", message, hint });
  }
});
