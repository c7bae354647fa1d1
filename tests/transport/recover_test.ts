import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { getTrack } from "@tonearm/client";
import { ServiceError } from "../../src/errors.ts";
import type { Call } from "../../src/transport/call.ts";
import { perform } from "../../src/transport/perform.ts";
import { DEFAULTS } from "../../src/transport/defaults.ts";
import type { RetryConfig, RetryInfo } from "../../src/types/config.ts";
import {
  aCall,
  aReply,
  aStats,
  failure,
  ignoreRejection,
  means,
  type Outcome,
  recovering,
  sender,
  settle,
} from "../support/calls.ts";
import { breakWithinBody, reset, respond, serve } from "../support/wire_server.ts";
import { replaceRandom } from "../support/replaced.ts";

/** Runs a call to its end in faked time, and returns the delays. */
async function waits(outcomes: Outcome[], config: Partial<RetryConfig> = {}, changes: Partial<Call> = {}) {
  using time = new FakeTime();
  const { send, sent } = sender(...outcomes);
  const infos: RetryInfo[] = [];
  const retry = { maxRetries: 3, retryBaseDelay: 1000, onRetry: (info: RetryInfo) => infos.push(info), ...config };
  const stats = aStats();
  let isOver = false;
  const call = recovering(send, retry)(aCall(changes), stats).then(
    (reply) => reply.body,
    (error: unknown) => error,
  );
  call.then(() => isOver = true);
  for (await settle(); !isOver; await settle()) time.next();
  return { result: await call, infos, attempts: sent.length, retries: stats.retries, elapsed: time.now - time.start };
}

const KINDS = {
  "429": failure(429),
  "500": failure(500),
  "502": failure(502),
  "503": failure(503),
  "504": failure(504),
  "a lost connection": failure(0, { code: "network" }),
  "a timeout": failure(0, { code: "timeout" }),
  "truncated JSON": failure(200, { code: "invalid_body", cause: new SyntaxError() }),
};
const NEVER = {
  "400": failure(400),
  "401": failure(401),
  "a reply of another kind": failure(200, { code: "invalid_body" }),
  "a reply that is too large": failure(200, { code: "reply_too_large" }),
  "a fetch that returns no Response": failure(0, { code: "invalid_fetch" }),
  "403": failure(403),
  "404": failure(404),
  "422": failure(422),
  "501": failure(501),
  "an error inside a 200": failure(200),
  "a hidden redirect": failure(0, { code: "opaque_redirect" }),
  "a failing token store": failure(0, { code: "token_store" }),
  "something else": new TypeError("no"),
};

for (const method of ["GET", "PUT", "DELETE", "POST"] as const) {
  for (const [kind, error] of Object.entries({ ...KINDS, ...NEVER })) {
    const isRepeated = kind in KINDS && (method !== "POST" || kind === "429");
    Deno.test(`perform(): a ${method} is ${isRepeated ? "" : "not "}retried after ${kind}`, async () => {
      const { send, sent } = sender(error, aReply("fine"));
      const call = () => recovering(send, { maxRetries: 3, retryBaseDelay: 0 })(aCall({ method }), aStats());
      if (isRepeated) assertEquals((await call()).body, "fine");
      else assertStrictEquals(await assertRejects(call), error);
      assertEquals(sent.length, isRepeated ? 2 : 1);
    });
  }
}

for (const maxRetries of [0, -1, NaN]) {
  Deno.test(`perform() retries nothing with maxRetries ${maxRetries}`, async () => {
    assertEquals((await waits([failure(500)], { maxRetries })).attempts, 1);
  });
}

Deno.test("perform() waits a random time up to a bound that doubles up to 30 seconds", async () => {
  for (const share of [0, 0.5, 0.999]) {
    using _random = replaceRandom(() => share);
    const { infos, elapsed } = await waits([failure(500)], { maxRetries: 7 });
    const bounds = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];
    assertEquals(infos.map(({ delayMs }) => delayMs), bounds.map((bound) => bound * share));
    assert(Math.abs(elapsed - bounds.reduce((sum, bound) => sum + bound * share, 0)) < 10, `${elapsed}`);
  }
});

Deno.test("perform() uses retryBaseDelay as the base of the back-off", async () => {
  using _random = replaceRandom(() => 1);
  const { infos } = await waits([failure(500)], { maxRetries: 3, retryBaseDelay: 10 });
  assertEquals(infos.map(({ delayMs }) => delayMs), [10, 20, 40]);
});

for (
  const [name, header] of [
    ["seconds", () => "7"],
    ["a date", () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 7000).toUTCString()],
  ] as const
) {
  Deno.test(`Retry-After in ${name} takes precedence over the back-off`, async () => {
    using _time = new FakeTime(1_700_000_000_000);
    const headers = new Headers({ "retry-after": header() });
    const { send } = sender(failure(429, { headers }), aReply("fine"));
    const infos: RetryInfo[] = [];
    const config = { maxRetries: 1, retryBaseDelay: 1, onRetry: (info: RetryInfo) => infos.push(info) };
    const call = recovering(send, config)(aCall(), aStats());
    await settle();
    await _time.tickAsync(6999);
    assertEquals(infos.map(({ delayMs }) => delayMs), [7000]);
    await _time.tickAsync(1);
    assertEquals((await call).body, "fine");
  });
}

Deno.test("perform(): the reset_time of a body takes precedence over the back-off", async () => {
  using time = new FakeTime("2026-01-02T03:04:05Z");
  const meta = { rate_limit: { name: "plays" }, reset_time: "2026/01/02 03:04:35 +0000" };
  const { send } = sender(failure(429, {}, { errors: [{ meta }] }), aReply("fine"));
  const call = recovering(send, { maxRetries: 1, retryBaseDelay: 1 })(aCall(), aStats());
  await settle();
  await time.tickAsync(29_999);
  await time.tickAsync(1);
  assertEquals((await call).body, "fine");
});

Deno.test("perform() waits up to 60 seconds for Retry-After, and throws for a longer one", async () => {
  const after = (seconds: number) => failure(429, { headers: new Headers({ "retry-after": `${seconds}` }) });
  const short = await waits([after(60), aReply("fine")]);
  assertEquals({ result: short.result, elapsed: short.elapsed }, { result: "fine", elapsed: 60_000 });
  const long = await waits([after(61), aReply("fine")]);
  assertEquals((long.result as ServiceError).retryAfterMs, 61_000);
  assertEquals(long.elapsed, 0);
  assertEquals(long.infos, []);
});

Deno.test("perform() never retries after a spam warning", async () => {
  const { attempts, result } = await waits([failure(429, {}, { spam_warning_urn: "soundcloud:spam-warnings:1" })]);
  assertEquals(attempts, 1);
  assertEquals((result as ServiceError).spamWarningUrn, "soundcloud:spam-warnings:1");
});

Deno.test("perform() calls observers before each wait, and ignores their errors", async () => {
  const messages: string[] = [];
  const url = "https://api.example/tracks/1?secret_token=s-abc";
  const onRetry = (info: RetryInfo) => {
    messages.push(JSON.stringify({ ...info, delayMs: 0 }));
    throw new Error("observer");
  };
  const onDebug = (message: string) => messages.push(message.replace(/\d+ ms/, "… ms"));
  const error = failure(503, { method: "GET", url });
  assertEquals((await waits([error, aReply("fine")], { onRetry, onDebug })).result, "fine");
  const reason = "Cannot GET /tracks/1: 503";
  assertEquals(messages, [
    JSON.stringify({ attempt: 1, delayMs: 0, reason, status: 503, url: "https://api.example/tracks/1" }),
    `Retry 1 in … ms: ${reason}`,
  ]);
});

Deno.test("perform(): an abort ends a wait immediately with its reason, without another attempt", async () => {
  using _time = new FakeTime();
  const controller = new AbortController();
  const { send, sent } = sender(failure(429, { headers: new Headers({ "retry-after": "50" }) }));
  const retry = { maxRetries: 3, retryBaseDelay: 1 };
  const call = recovering(send, retry)(aCall({ signal: controller.signal }), aStats());
  await settle();
  const reason = new Error("enough");
  controller.abort(reason);
  assertStrictEquals(await assertRejects(() => call), reason);
  assertEquals(sent.length, 1);
});

Deno.test("perform() doesn't retry a body that can be read only once", async () => {
  const body = { repeatable: false, open: () => ({ body: "x" }) };
  for (const error of [failure(429), failure(503)]) {
    const { send, sent } = sender(error, aReply("fine"));
    const retry = { maxRetries: 3, retryBaseDelay: 0 };
    await assertRejects(() => recovering(send, retry)(aCall({ method: "PUT", body }), aStats()), ServiceError);
    assertEquals(sent.length, 1);
  }
  for (const repeatable of [{ open: body.open }, { ...body, repeatable: true }]) {
    assertEquals((await waits([failure(503), aReply("fine")], {}, { method: "PUT", body: repeatable })).result, "fine");
  }
});

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

Deno.test("perform() resolves for a DELETE whose reply was lost and whose retry gets a 404", async () => {
  for (const lost of [failure(0, { code: "network" }), failure(0, { code: "timeout" }), failure(504)]) {
    const { result, infos } = await waits([lost, failure(404)], {}, { method: "DELETE" });
    assertEquals({ result, infos: infos.length }, { result: undefined, infos: 1 });
  }
  const { result } = await waits([failure(429), failure(404)], {}, { method: "DELETE" });
  assertEquals((result as ServiceError).status, 404);
  const read = await waits([failure(504), failure(404)]);
  assertEquals((read.result as ServiceError).status, 404);
});

Deno.test("perform(): onRetry gets no status for an attempt without a reply", async () => {
  const { infos } = await waits([failure(0, { code: "network" }), failure(503), aReply("fine")]);
  assertEquals(infos.map((info) => "status" in info ? info.status : "absent"), ["absent", 503]);
});

Deno.test("perform(): a call's own maxRetries takes precedence", async () => {
  assertEquals((await waits([failure(500)], { maxRetries: 3 }, { maxRetries: 1 })).attempts, 2);
  assertEquals((await waits([failure(500)], { maxRetries: 0 }, { maxRetries: 2 })).attempts, 3);
});

Deno.test("perform() replaces a token at most twice, even if each new one is rejected", async () => {
  const { send, sent } = sender(failure(401), failure(401), failure(401));
  const refused: unknown[] = [];
  const refresh = (token: string | undefined, isAgain: boolean) => {
    refused.push({ token, isAgain });
    return Promise.resolve(`t${refused.length}`);
  };
  const error = await assertRejects(() => recovering(send, { refresh })(aCall(), aStats()), ServiceError);
  assertEquals(error.status, 401);
  assertEquals(refused, [{ token: "t0", isAgain: false }, { token: "t1", isAgain: true }]);
  assertEquals(sent.map(({ call }) => call.token), ["t0", "t1", "t2"]);
});

Deno.test("perform() retries three times by default, starting at one second", () => {
  const { maxRetries, retryBaseDelay } = DEFAULTS;
  assertEquals({ maxRetries, retryBaseDelay }, { maxRetries: 3, retryBaseDelay: 1000 });
});

Deno.test("getTrack() as a function makes three more attempts by default", async () => {
  using time = new FakeTime();
  let attempts = 0;
  const fetch = () => {
    attempts++;
    return Promise.resolve(new Response("", { status: 503 }));
  };
  const call = ignoreRejection(getTrack("t0", 1, { fetch }));
  for (let turn = 0; turn < 10; turn++) await time.tickAsync(10_000);
  await assertRejects(() => call, ServiceError);
  assertEquals(attempts, 4);
});
