import { assert, assertMatch, assertObjectMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import type { Call } from "../../src/transport/call.ts";
import { performed } from "../support/calls.ts";
import { breakWithinBody, noReply, reset, serve } from "../support/wire_server.ts";

async function exchangeWith(url: string, changes: Partial<Call> = {}) {
  return await performed(fetch, { url: `${url}/x`, ...changes });
}

for (const [name, handler] of [["before its reply", reset], ["within its body", breakWithinBody]] as const) {
  Deno.test(`replyOf(): a connection lost ${name} is a network error with its cause, without the query`, async () => {
    await using server = await serve(handler);
    const request = { url: `${server.url}/tracks/1?secret_token=s-abc` };
    const error = await assertRejects(() => exchangeWith(server.url, request), ServiceError);
    assertObjectMatch(error, { status: 0, code: "network", method: "GET" });
    assert(error.cause instanceof Error);
    assertMatch(error.message, /^Cannot GET \/tracks\/1: network/);
  });
}

Deno.test("replyOf(): a network error keeps the cause of its cause, and has the platform's code in its message", async () => {
  const root = Object.assign(new Error("connect ECONNREFUSED http://a:b@proxy.test/?key=1"), {
    code: "ECONNREFUSED",
    errno: -111,
  });
  const cause = new TypeError("fetch failed", { cause: root });
  const error = await assertRejects(() => performed(() => Promise.reject(cause)), ServiceError);
  const alone = await assertRejects(() => performed(() => Promise.reject(root)), ServiceError);
  for (const { message } of [error, alone]) assertMatch(message, /: network: ECONNREFUSED$/);
  assertStrictEquals(error.cause, cause);
  assertStrictEquals(cause.cause, root);
  assertObjectMatch(root, { message: "connect ECONNREFUSED http://proxy.test/", errno: -111 });
});

for (
  const thrown of [
    undefined,
    null,
    "gone",
    { code: 23 },
    new DOMException("late", "TimeoutError"),
    Object.freeze(new Error("frozen")),
  ]
) {
  Deno.test(`replyOf(): a fetch that throws ${thrown} is a network error whose message doesn't contain it`, async () => {
    const error = await assertRejects(() => performed(() => Promise.reject(thrown)), ServiceError);
    assertMatch(error.message, /: network$/);
  });
}

Deno.test("replyOf(): an abort rejects with the signal's reason, whatever the platform throws", async () => {
  await using server = await serve(noReply);
  const controller = new AbortController();
  const call = exchangeWith(server.url, { signal: controller.signal });
  const reason = new Error("enough");
  controller.abort(reason);
  assertStrictEquals(await assertRejects(() => call), reason);
});
