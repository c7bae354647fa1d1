import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { exchange } from "../../src/transport/exchange.ts";
import { compose } from "../../src/transport/layer.ts";
import { retry } from "../../src/transport/retry.ts";
import { timeout } from "../../src/transport/timeout.ts";
import { aContext, aReply, aRequest, failure, type Outcome, sender, settle } from "../support/layers.ts";
import { answer, serve, silence } from "../support/wire_server.ts";

/** Waits until its signal is aborted, as a fetch does. */
const obedient: Outcome = ({ context: { signal } }) =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

const deaf: Outcome = () => new Promise(() => {});

for (const [name, outcome] of [["obeys", obedient], ["ignores", deaf]] as const) {
  Deno.test(`an attempt ends when its time is up, where the fetch ${name} its signal`, async () => {
    using time = new FakeTime();
    const { send } = sender(outcome);
    const call = timeout(send)(aRequest(), aContext({ timeoutMs: 30_000 }));
    let isOver = false;
    call.catch(() => isOver = true);
    await time.tickAsync(29_999);
    await settle();
    assertEquals(isOver, false);
    await time.tickAsync(1);
    const error = await assertRejects(() => call, ServiceError);
    assertEquals([error.status, error.code, error.method], [0, "timeout", "GET"]);
    assertEquals(error.message, "Cannot GET /tracks/1: timeout");
  });

  Deno.test(`an abort ends an attempt at once, where the fetch ${name} its signal`, async () => {
    for (const timeoutMs of [0, 30_000]) {
      const controller = new AbortController();
      const { send } = sender(outcome);
      const call = timeout(send)(aRequest(), aContext({ timeoutMs, signal: controller.signal }));
      const reason = new Error("enough");
      controller.abort(reason);
      assertStrictEquals(await assertRejects(() => call), reason);
    }
  });
}

Deno.test("a signal that was aborted before sends nothing", async () => {
  const { send, sent } = sender(aReply(1));
  await assertRejects(() => timeout(send)(aRequest(), aContext({ signal: AbortSignal.abort() })), DOMException);
  assertEquals(sent, []);
});

Deno.test("an attempt in time leaves no timer, and isn't ended by a later abort", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const { send, sent } = sender(aReply("fine"), failure(404));
  const call = () => timeout(send)(aRequest(), aContext({ timeoutMs: 30_000, signal: controller.signal }));
  assertEquals((await call()).body, "fine");
  await assertRejects(call, ServiceError);
  await settle();
  assertEquals(time.next(), false);
  controller.abort();
  assertEquals(sent.map(({ context }) => context.signal?.aborted), [false, false]);
});

Deno.test("without a limit and a signal, the call goes on as it came", async () => {
  const { send, sent } = sender(aReply("fine"));
  const context = aContext();
  await timeout(send)(aRequest(), context);
  assertStrictEquals(sent[0]?.context, context);
});

Deno.test("the limit is that of one attempt: a retry has its own", async () => {
  await using server = await serve(silence, silence, { body: { id: 1 } });
  const send = compose(exchange(fetch), [retry({ maxRetries: 2, retryBaseDelay: 0 }), timeout]);
  const context = aContext({ timeoutMs: 300 });
  assertEquals((await send(aRequest({ url: server.url }), context)).body, { id: 1 });
  assertEquals([server.arrivals.length, context.retries], [3, 2]);
});

Deno.test("the limit covers the body too", async () => {
  await using server = await serve((response) => {
    response.writeHead(200);
    response.write("[");
  });
  const send = compose(exchange(fetch), [timeout]);
  const call = () => send(aRequest({ url: server.url }), aContext({ timeoutMs: 300 }));
  assertEquals((await assertRejects(call, ServiceError)).code, "timeout");
});

Deno.test("a late answer is no second result", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  await using server = await serve(async (response) => {
    await held;
    answer(response, { body: { id: 1 } });
  });
  const ignoring = exchange((input) => fetch(input));
  const call = timeout(ignoring)(aRequest({ url: server.url }), aContext({ timeoutMs: 20 }));
  assertEquals((await assertRejects(() => call, ServiceError)).code, "timeout");
  release();
  await server.arrivals.length;
  await settle();
});

Deno.test("attempts that begin together share a timer and a signal, ten at most; a caller's signal stays apart", async () => {
  using time = new FakeTime();
  const { send, sent } = sender(obedient);
  const { signal } = new AbortController();
  const start = (changes: object = {}) => timeout(send)(aRequest(), aContext({ timeoutMs: 7_000, ...changes }));
  const calls = [...Array.from({ length: 11 }, () => start()), start({ signal }), start({ timeoutMs: 7_001 })];
  const signals = sent.map(({ context }) => context.signal);
  assertEquals(new Set(signals.slice(0, 10)).size, 1);
  assertEquals(new Set(signals).size, 4);
  const outcomes = Promise.allSettled(calls);
  await time.tickAsync(7_001);
  assertEquals((await outcomes).map(({ status }) => status), Array(13).fill("rejected"));
});

Deno.test("an attempt that begins later has its own time, and so has one after a timeout", async () => {
  using time = new FakeTime();
  const { send } = sender(obedient);
  const over: number[] = [];
  const start = (n: number) =>
    timeout(send)(aRequest(), aContext({ timeoutMs: 9_000 })).catch((error) => over.push(n, error.code));
  const first = start(1);
  await time.tickAsync(200);
  const second = start(2);
  await time.tickAsync(8_800);
  await first;
  assertEquals(over, [1, "timeout"]);
  const third = start(3);
  await time.tickAsync(200);
  await second;
  assertEquals(over, [1, "timeout", 2, "timeout"]);
  await time.tickAsync(8_800);
  await third;
  assertEquals(over.length, 6);
});
