import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceClient } from "../../src/client.ts";
import { ServiceError } from "../../src/errors.ts";
import { exchange } from "../../src/transport/exchange.ts";
import { compose, type Send } from "../../src/transport/layer.ts";
import { MemoryCache } from "../../src/transport/memory_cache.ts";
import { retry } from "../../src/transport/retry.ts";
import { timeout } from "../../src/transport/timeout.ts";
import type { RequestTelemetry } from "../../src/types/config.ts";
import { aContext, aReply, aRequest, failure, type Outcome, sender, settle } from "../support/layers.ts";
import { awaitedLater } from "../support/promises.ts";

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
  using time = new FakeTime();
  const begun: number[] = [];
  const { send } = sender(obedient, obedient, aReply({ id: 1 }));
  const timed: Send = (request, context) => {
    begun.push(Date.now());
    return send(request, context);
  };
  const context = aContext({ timeoutMs: 300 });
  const call = awaitedLater(
    compose(timed, [retry({ maxRetries: 2, retryBaseDelay: 0 }), timeout])(aRequest(), context),
  );
  for (let ms = 0; ms < 700; ms++) await time.tickAsync(1);
  assertEquals(begun.length, 3);
  const lengths = begun.slice(1).map((moment, index) => moment - begun[index]!);
  // A pause of no length takes a millisecond.
  for (const length of lengths) assert(length >= 300 && length < 305, `${lengths}`);
  assertEquals((await call).body, { id: 1 });
  assertEquals(context.retries, 2);
});

Deno.test("the limit covers the body too", async () => {
  using time = new FakeTime();
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("[")) });
  const send = compose(exchange(() => Promise.resolve(new Response(endless))), [timeout]);
  const call = awaitedLater(send(aRequest(), aContext({ timeoutMs: 300 })));
  await settle();
  await time.tickAsync(300);
  assertEquals((await assertRejects(() => call, ServiceError)).code, "timeout");
});

Deno.test("an answer that comes after the timeout is neither cached nor reported", async () => {
  using time = new FakeTime();
  const late = Promise.withResolvers<Response>();
  const answers = [late.promise, Promise.resolve(Response.json({ id: 2 }))];
  const events: RequestTelemetry[] = [];
  const client = new ServiceClient({
    clientId: "id",
    clientSecret: "secret",
    fetch: () => answers.shift()!,
    timeoutMs: 300,
    maxRetries: 0,
    cache: new MemoryCache(),
    onRequest: (event) => events.push(event),
  });
  client.setToken("t");
  const call = awaitedLater(client.users.getUser(1));
  await settle();
  await time.tickAsync(300);
  assertEquals((await assertRejects(() => call, ServiceError)).code, "timeout");
  late.resolve(Response.json({ id: 1 }));
  await settle();
  assertEquals(events.map(({ error }) => error), ["Cannot GET /users/1: timeout"]);
  assertEquals((await client.users.getUser(1)).id, 2);
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
