import { assertEquals, assertNotStrictEquals, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { dedupe } from "../../src/transport/dedupe.ts";
import type { Reply } from "../../src/transport/layer.ts";
import { aContext, aReply, aRequest, failure, type Outcome, sender, settle } from "../support/layers.ts";

/** An outcome that waits to be released. */
function held(reply: Reply | Error = aReply({ list: [1] })) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const signals: (AbortSignal | undefined)[] = [];
  const outcome: Outcome = ({ context }) => {
    signals.push(context.signal);
    context.signal?.addEventListener("abort", () => reject(context.signal?.reason));
    return promise;
  };
  const release = () => reply instanceof Error ? reject(reply) : resolve(reply);
  return { outcome, signals, release };
}

Deno.test("identical GETs at the same time are sent once, and each caller gets a result of its own", async () => {
  const { outcome, release } = held();
  const { send, sent } = sender(outcome);
  const joined = dedupe()(send);
  const calls = Array.from({ length: 5 }, () => joined(aRequest(), aContext()));
  release();
  const bodies = (await Promise.all(calls)).map(({ body }) => body as { list: number[] });
  assertEquals([sent.length, new Set(bodies).size], [1, 5]);
  bodies[0]?.list.push(2);
  assertEquals(bodies.slice(1), Array(4).fill({ list: [1] }));
});

Deno.test("no caller can change a result before another has its copy", async () => {
  const { outcome, release } = held();
  const joined = dedupe()(sender(outcome).send);
  const { signal } = new AbortController();
  const first = joined(aRequest(), aContext()).then(({ body }) => (body as { list: number[] }).list.pop());
  const second = joined(aRequest(), aContext({ signal }));
  release();
  await first;
  assertEquals((await second).body, { list: [1] });
});

Deno.test("calls that differ in URL, token, or whose token it is aren't joined; nor are writes and fresh ones", async () => {
  const { send, sent } = sender(aReply(1));
  const joined = dedupe()(send);
  await Promise.all([
    joined(aRequest(), aContext()),
    joined(aRequest({ url: "https://api.example/tracks/1?a=b" }), aContext()),
    joined(aRequest(), aContext({ token: "t1" })),
    joined(aRequest(), aContext({ ownToken: true })),
    ...[1, 2].map(() => joined(aRequest({ method: "PUT" }), aContext())),
    ...[1, 2].map(() => joined(aRequest(), aContext({ fresh: true }))),
  ]);
  assertEquals(sent.length, 8);
});

Deno.test("one after the other, identical GETs are sent each; also after a failure", async () => {
  const { send, sent } = sender(failure(500), aReply(1));
  const joined = dedupe()(send);
  await assertRejects(() => joined(aRequest(), aContext()));
  await joined(aRequest(), aContext());
  await joined(aRequest(), aContext());
  assertEquals(sent.length, 3);
});

Deno.test("a failure is every caller's", async () => {
  const { outcome, release } = held(failure(404));
  const joined = dedupe()(sender(outcome).send);
  const calls = [1, 2, 3].map(() => joined(aRequest(), aContext()));
  release();
  const results = await Promise.allSettled(calls);
  assertEquals(results.map(({ status }) => status), Array(3).fill("rejected"));
});

Deno.test("a caller that aborts leaves the others alone, be it the first", async () => {
  for (const leaver of [0, 1]) {
    const { outcome, signals, release } = held();
    const joined = dedupe()(sender(outcome).send);
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => joined(aRequest(), aContext({ signal })));
    controllers[leaver]?.abort();
    assertEquals((await assertRejects(() => calls[leaver] ?? Promise.resolve(), DOMException)).name, "AbortError");
    assertEquals(signals.map((signal) => signal?.aborted), [false]);
    release();
    assertEquals((await calls[1 - leaver])?.body, { list: [1] });
  }
});

Deno.test("the last caller to leave ends the request, and the next call starts anew", async () => {
  const first = held();
  const second = held();
  const { send, sent } = sender(first.outcome, second.outcome);
  const joined = dedupe()(send);
  const controllers = [new AbortController(), new AbortController()];
  const calls = controllers.map(({ signal }) => joined(aRequest(), aContext({ signal })));
  for (const controller of controllers) controller.abort();
  const next = [joined(aRequest(), aContext()), joined(aRequest(), aContext())];
  await Promise.allSettled(calls);
  assertEquals(first.signals[0]?.aborted, true);
  second.release();
  assertEquals((await Promise.all(next)).map(({ body }) => body), Array(2).fill({ list: [1] }));
  assertEquals(sent.length, 2);
});

Deno.test("a request whose first caller can't leave goes on when the others do", async () => {
  const { outcome, signals, release } = held();
  const joined = dedupe()(sender(outcome).send);
  const controller = new AbortController();
  const first = joined(aRequest(), aContext());
  const second = joined(aRequest(), aContext({ signal: controller.signal }));
  controller.abort();
  await assertRejects(() => second, DOMException);
  assertEquals(signals, [undefined]);
  release();
  assertEquals((await first).body, { list: [1] });
});

Deno.test("every caller is told the retries of the request it waited for", async () => {
  const { outcome, release } = held();
  const { send, sent } = sender(outcome);
  const joined = dedupe()(send);
  const contexts = [aContext({ signal: new AbortController().signal }), aContext()];
  const calls = contexts.map((context) => joined(aRequest(), context));
  for (const { context } of sent) context.retries = 2;
  release();
  await Promise.all(calls);
  assertEquals(contexts.map(({ retries }) => retries), [2, 2]);
});

Deno.test("a signal that is aborted after its call has ended touches no other call", async () => {
  const controller = new AbortController();
  const { outcome, signals, release } = held();
  const joined = dedupe()(sender(aReply(1), outcome).send);
  await joined(aRequest(), aContext({ signal: controller.signal }));
  const next = joined(aRequest(), aContext({ signal: new AbortController().signal }));
  controller.abort();
  await settle();
  assertEquals(signals.map((signal) => signal?.aborted), [false]);
  release();
  assertEquals((await next).body, { list: [1] });
});

Deno.test("what the first caller gets isn't copied", async () => {
  const reply = aReply({ list: [] });
  const { body } = await dedupe()(sender(reply).send)(aRequest(), aContext());
  assertEquals(body === reply.body, true);
  const { outcome, release } = held(reply);
  const joined = dedupe()(sender(outcome).send);
  const calls = [joined(aRequest(), aContext()), joined(aRequest(), aContext())];
  release();
  assertNotStrictEquals((await Promise.all(calls))[1]?.body, reply.body);
});

Deno.test("a caller that has left before joins nothing, and ends what it began", async () => {
  const { outcome, signals } = held();
  const { send, sent } = sender(outcome);
  const joined = dedupe()(send);
  await assertRejects(() => joined(aRequest(), aContext({ signal: AbortSignal.abort() })), DOMException);
  assertEquals(signals.map((signal) => signal?.aborted), [true]);
  joined(aRequest(), aContext()).catch(() => {});
  assertEquals(sent.length, 2);
});

Deno.test("a result that is nested too deeply to be copied fails the callers that need a copy, as the service's fault", async () => {
  const depth = 100_000;
  const { outcome, release } = held(aReply(JSON.parse("[".repeat(depth) + "]".repeat(depth))));
  const joined = dedupe()(sender(outcome).send);
  const [first, second] = [joined(aRequest(), aContext()), joined(aRequest(), aContext())];
  release();
  await first;
  const error = await assertRejects(() => second, ServiceError);
  assertEquals([error.status, error.code], [200, "invalid_body"]);
});

Deno.test("every caller is told the token that its result came for", async () => {
  const { send } = sender(({ context }) => {
    context.token = "t1";
    return aReply(1);
  });
  const joined = dedupe()(send);
  const contexts = [aContext({ signal: new AbortController().signal }), aContext()];
  await Promise.all(contexts.map((context) => joined(aRequest(), context)));
  assertEquals(contexts.map(({ token }) => token), ["t1", "t1"]);
});
