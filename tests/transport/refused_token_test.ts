import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import type { Refresh } from "../../src/transport/refresh_token.ts";
import { aCall, aReply, aStats, failure, performed, recovering, type Sender, sender } from "../support/calls.ts";

const AUTHORIZATION = "Authorization";

function tokens({ sent }: Sender): (string | undefined)[] {
  return sent.map(({ call }) => call.headers[AUTHORIZATION]);
}

/** Returns a call like a session's, with its token in the headers. */
function authorized(changes: Parameters<typeof aCall>[0] = {}) {
  return aCall({ headers: { Accept: "x", [AUTHORIZATION]: "OAuth t0" }, ...changes });
}

Deno.test("perform() sends nothing without a token", async () => {
  for (const token of [undefined, ""]) {
    const call = () => performed(() => Promise.reject(new Error("sent")), { token });
    const error = await assertRejects(call, ServiceError);
    assertEquals({ status: error.status, code: error.code }, { status: 401, code: "no_token" });
    assertEquals(error.message, "Cannot GET /tracks/1: 401: No access token");
  }
});

Deno.test("perform(): a 401 for an anonymous call refreshes nothing", async () => {
  const refresh: Refresh = () => Promise.reject(new Error("asked for a refresh"));
  const send = recovering(sender(failure(401)).send, { refresh });
  await assertRejects(() => send(aCall({ isAnonymous: true }), aStats()), ServiceError, "401");
});

Deno.test("perform() sends a call again with the new token after a 401", async () => {
  const refused: unknown[] = [];
  const refresh: Refresh = (token) => Promise.resolve(refused.push(token) ? "t1" : undefined);
  const called = sender(failure(401), aReply("fine"));
  assertEquals((await recovering(called.send, { refresh })(authorized(), aStats())).body, "fine");
  assertEquals({ refused, tokens: tokens(called) }, { refused: ["t0"], tokens: ["OAuth t0", "OAuth t1"] });
});

Deno.test("perform() uses the token of a refresh if none was set", async () => {
  const replies = [failure(401, { code: "no_token" }), aReply("fine")];
  const called = sender(...replies);
  const send = recovering(called.send, { refresh: () => Promise.resolve("t1") });
  assertEquals((await send(aCall({ token: undefined }), aStats())).body, "fine");
  assertEquals(tokens(called), [undefined, "OAuth t1"]);
});

for (const [name, offered] of [["no token", undefined], ["the refused token", "t0"]] as const) {
  Deno.test(`perform() throws the 401 when the refresh returns ${name}`, async () => {
    const error = failure(401);
    const called = sender(error);
    const call = () => recovering(called.send, { refresh: () => Promise.resolve(offered) })(authorized(), aStats());
    assertStrictEquals(await assertRejects(call), error);
    assertEquals(called.sent.length, 1);
  });
}

Deno.test("perform(): nothing is refreshed for a call's own token, another error, or a body that can't be sent again", async () => {
  const refresh: Refresh = () => Promise.reject(new Error("asked for a refresh"));
  const body = { repeatable: false, open: () => ({ body: "x" }) };
  for (
    const [changes, error] of [
      [{ isOwnToken: true }, failure(401)],
      [{}, failure(403)],
      [{}, new TypeError("no")],
      [{ method: "POST", body }, failure(401)],
    ] as const
  ) {
    const called = sender(error);
    assertStrictEquals(
      await assertRejects(() => recovering(called.send, { refresh })(aCall(changes), aStats())),
      error,
    );
    assertEquals(called.sent.length, 1);
  }
});

Deno.test("perform() throws the error of a failed refresh", async () => {
  const called = sender(failure(401));
  const refused = failure(400, {}, { error: "invalid_grant" });
  const call = () => recovering(called.send, { refresh: () => Promise.reject(refused) })(authorized(), aStats());
  assertStrictEquals(await assertRejects(call), refused);
});

Deno.test("perform(): an abort ends only its own wait for a shared refresh", async () => {
  const controller = new AbortController();
  const called = sender(failure(401));
  const send = recovering(called.send, { refresh: () => new Promise(() => {}) });
  const call = send(aCall({ signal: controller.signal }), aStats());
  controller.abort();
  assertEquals((await assertRejects(() => call, DOMException)).name, "AbortError");
});

Deno.test("perform(): retries after a refresh use the new token", async () => {
  const called = sender(failure(401), failure(503), aReply("fine"));
  const recovery = { refresh: () => Promise.resolve("t1"), maxRetries: 1, retryBaseDelay: 0 };
  const stats = aStats();
  assertEquals((await recovering(called.send, recovery)(authorized(), stats)).body, "fine");
  assertEquals(tokens(called), ["OAuth t0", "OAuth t1", "OAuth t1"]);
  assertEquals(stats, { ...stats, retries: 1, token: "t1" });
});
