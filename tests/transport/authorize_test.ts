import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { checkAddresses } from "../../src/transport/addresses.ts";
import { authorize } from "../../src/transport/authorize.ts";
import { compose, type Layer } from "../../src/transport/layer.ts";
import { type Refresh, renew } from "../../src/transport/renew.ts";
import { retry } from "../../src/transport/retry.ts";
import { aContext, aReply, aRequest, failure, type Sender, sender } from "../support/layers.ts";

const addresses = checkAddresses({ baseUrl: "https://api.example", authUrl: "https://secure.example" });

/** The two layers that tokens take. */
function renewing(refresh: Refresh): Layer {
  return (next) => compose(next, [renew(addresses, refresh), authorize(addresses)]);
}

function tokens({ sent }: Sender): (string | undefined)[] {
  return sent.map(({ request }) => request.headers["Authorization"]);
}

Deno.test("the token goes with a request to the service, beside its own headers", async () => {
  const called = sender(aReply(1));
  const request = aRequest({ headers: { Accept: "x" } });
  await authorize(addresses)(called.send)(request, aContext());
  assertEquals(called.sent[0]?.request.headers, { Accept: "x", Authorization: "OAuth t0" });
  assertEquals(request.headers, { Accept: "x" });
});

Deno.test("a request elsewhere, or one that wants none, carries no token, and its 401 refreshes nothing", async () => {
  const refresh: Refresh = () => Promise.reject(new Error("asked for a refresh"));
  const called = sender(failure(401));
  const send = renewing(refresh)(called.send);
  await assertRejects(() => send(aRequest({ url: "https://cdn.example/a" }), aContext()), ServiceError, "401");
  await assertRejects(() => send(aRequest(), aContext({ anonymous: true })), ServiceError, "401");
  assertEquals(tokens(called), [undefined, undefined]);
});

Deno.test("without a token nothing is sent", async () => {
  for (const token of [undefined, ""]) {
    const called = sender(aReply(1));
    const call = () => authorize(addresses)(called.send)(aRequest(), aContext({ token }));
    const error = await assertRejects(call, ServiceError);
    assertEquals([error.status, error.code, called.sent.length], [401, "no_token", 0]);
    assertEquals(error.message, "Cannot GET /tracks/1: 401 No access token");
  }
});

for (const token of ["a b", "a\r\nX-Evil: 1", "é", " "]) {
  Deno.test(`a token that no header can hold is refused without being shown: ${JSON.stringify(token)}`, async () => {
    const called = sender(aReply(1));
    const call = () => authorize(addresses)(called.send)(aRequest(), aContext({ token }));
    const error = await assertRejects(call, TypeError, "Cannot use the token");
    assertEquals([error.message.includes(token.trim() || "\0"), called.sent.length], [false, 0]);
  });
}

Deno.test("after a 401 the call is sent once more with the new token", async () => {
  const refused: unknown[] = [];
  const refresh: Refresh = (token) => Promise.resolve(refused.push(token) ? "t1" : undefined);
  const called = sender(failure(401), aReply("fine"));
  assertEquals((await renewing(refresh)(called.send)(aRequest(), aContext())).body, "fine");
  assertEquals([refused, tokens(called)], [["t0"], ["OAuth t0", "OAuth t1"]]);
});

Deno.test("a second 401 is the caller's", async () => {
  const called = sender(failure(401));
  const call = () => renewing(() => Promise.resolve("t1"))(called.send)(aRequest(), aContext());
  await assertRejects(call, ServiceError, "401");
  assertEquals(called.sent.length, 2);
});

Deno.test("where no token was set, a refresh may bring one", async () => {
  const called = sender(aReply("fine"));
  const send = renewing(() => Promise.resolve("t1"))(called.send);
  assertEquals((await send(aRequest(), aContext({ token: undefined }))).body, "fine");
  assertEquals(tokens(called), ["OAuth t1"]);
});

for (
  const [name, offered] of [["no token", undefined], ["the refused token", "t0"]] as const
) {
  Deno.test(`a refresh that brings ${name} leaves the 401 as it is`, async () => {
    const error = failure(401);
    const called = sender(error);
    const call = () => renewing(() => Promise.resolve(offered))(called.send)(aRequest(), aContext());
    assertStrictEquals(await assertRejects(call), error);
    assertEquals(called.sent.length, 1);
  });
}

Deno.test("nothing is refreshed for a call's own token, another error, or a body that can't be sent again", async () => {
  const refresh: Refresh = () => Promise.reject(new Error("asked for a refresh"));
  const body = { repeatable: false, open: () => ({ body: "x" }) };
  for (
    const [request, context, error] of [
      [aRequest(), aContext({ ownToken: true }), failure(401)],
      [aRequest(), aContext(), failure(403)],
      [aRequest(), aContext(), new TypeError("no")],
      [aRequest({ method: "POST", body }), aContext(), failure(401)],
    ] as const
  ) {
    const called = sender(error);
    assertStrictEquals(await assertRejects(() => renewing(refresh)(called.send)(request, context)), error);
    assertEquals(called.sent.length, 1);
  }
});

Deno.test("a refresh that fails is the call's failure", async () => {
  const called = sender(failure(401));
  const refused = failure(400, {}, { error: "invalid_grant" });
  const call = () => renewing(() => Promise.reject(refused))(called.send)(aRequest(), aContext());
  assertStrictEquals(await assertRejects(call), refused);
});

Deno.test("an abort ends the wait for a refresh that others wait for too", async () => {
  const controller = new AbortController();
  const called = sender(failure(401));
  const send = renewing(() => new Promise(() => {}))(called.send);
  const call = send(aRequest(), aContext({ signal: controller.signal }));
  controller.abort();
  assertEquals((await assertRejects(() => call, DOMException)).name, "AbortError");
});

Deno.test("retries after a refresh use the new token", async () => {
  const called = sender(failure(401), failure(503), aReply("fine"));
  const layers = [renewing(() => Promise.resolve("t1")), retry({ maxRetries: 1, retryBaseDelay: 0 })];
  const context = aContext();
  assertEquals((await compose(called.send, layers)(aRequest(), context)).body, "fine");
  assertEquals([tokens(called), context.retries], [["OAuth t0", "OAuth t1", "OAuth t1"], 1]);
});
