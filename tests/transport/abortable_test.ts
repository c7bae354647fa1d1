import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { abortable, messageOf, notify, onAbort, sleep } from "../../src/transport/abortable.ts";

Deno.test("without a signal, a wait is the work itself", () => {
  const work = Promise.resolve(1);
  assertStrictEquals(abortable(work, undefined), work);
});

Deno.test("a wait ends with its work, well or badly", async () => {
  const { signal } = new AbortController();
  assertEquals(await abortable(Promise.resolve(1), signal), 1);
  await assertRejects(() => abortable(Promise.reject(new Error("no")), signal), Error, "no");
});

Deno.test("an abort ends the wait with its reason, and work that fails later harms nobody", async () => {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers();
  const waits = [abortable(promise, controller.signal), abortable(promise, controller.signal)];
  const reason = new Error("enough");
  controller.abort(reason);
  for (const wait of waits) assertStrictEquals(await assertRejects(() => wait), reason);
  await assertRejects(() => abortable(promise, controller.signal), Error, "enough");
  reject(new Error("late"));
});

Deno.test("a sleep lasts as long as it was told, or to an abort, and leaves no timer", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  let woken = false;
  const sleeping = sleep(1000, controller.signal).then(() => woken = true);
  await time.tickAsync(999);
  assertEquals(woken, false);
  await time.tickAsync(1);
  await sleeping;
  const second = sleep(1000, controller.signal);
  controller.abort();
  await assertRejects(() => second, DOMException);
  assertEquals(time.next(), false);
});

Deno.test("an observer is told, and may be missing or throw", () => {
  const news: number[] = [];
  notify((given: number) => news.push(given), 1);
  notify(undefined, 2);
  notify(() => {
    throw new Error("observer");
  }, 3);
  assertEquals(news, [1]);
});

Deno.test("an observer that rejects disturbs nothing, not even later", async () => {
  // Otherwise the rejection is nobody's, and ends the process.
  await notify(() => Promise.reject(new Error("observer")), 1);
  notify(() => Promise.reject(new Error("observer")), 2);
  await new Promise((resolve) => setTimeout(resolve));
});

Deno.test("whatever is thrown can be put into words", () => {
  const thrown = [new Error("a"), "b", Symbol("c"), undefined, { message: 1 }, Object.create(null)];
  assertEquals(thrown.map(messageOf), ["a", "b", "Symbol(c)", "undefined", "1", "object"]);
});

Deno.test("a signal that was aborted before calls back at once", () => {
  let calls = 0;
  onAbort(AbortSignal.abort(), () => calls++)();
  assertEquals(calls, 1);
});

Deno.test("a signal gets one listener, whoever watches it, and calls each watcher once", () => {
  const controller = new AbortController();
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  let listeners = 0;
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add(...args);
  };
  const called: number[] = [];
  const forgets = Array.from({ length: 20 }, (_, i) => onAbort(signal, () => called.push(i)));
  for (const forget of forgets.slice(2)) forget();
  controller.abort();
  assertEquals({ listeners, called }, { listeners: 1, called: [0, 1] });
  onAbort(undefined, () => called.push(9))();
});

Deno.test("onAbort() listens to a signal once for all that wait, and no longer than one of them does", () => {
  const { signal } = new AbortController();
  const listeners: string[] = [];
  const watched = Object.assign(signal, {
    addEventListener: (type: string) => void listeners.push(`+${type}`),
    removeEventListener: (type: string) => void listeners.push(`-${type}`),
  });
  const forget = [onAbort(watched, () => {}), onAbort(watched, () => {})];
  for (const one of forget) one();
  assertEquals(listeners, ["+abort", "-abort"]);
});
