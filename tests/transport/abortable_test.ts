import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { abortable, onAbort, sleep } from "../../src/transport/abortable.ts";

Deno.test("abortable() without a signal returns the work itself", () => {
  const work = Promise.resolve(1);
  assertStrictEquals(abortable(work, undefined), work);
});

Deno.test("abortable() settles like its work", async () => {
  const { signal } = new AbortController();
  assertEquals(await abortable(Promise.resolve(1), signal), 1);
  await assertRejects(() => abortable(Promise.reject(new Error("no")), signal), Error, "no");
});

Deno.test("abortable() rejects with the reason of an abort, and ignores work that fails later", async () => {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers();
  const waits = [abortable(promise, controller.signal), abortable(promise, controller.signal)];
  const reason = new Error("enough");
  controller.abort(reason);
  for (const wait of waits) assertStrictEquals(await assertRejects(() => wait), reason);
  await assertRejects(() => abortable(promise, controller.signal), Error, "enough");
  reject(new Error("late"));
});

Deno.test("sleep() lasts for the given time or until an abort, and leaves no timer", async () => {
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

Deno.test("onAbort() calls back immediately if the signal is aborted", () => {
  let calls = 0;
  onAbort(AbortSignal.abort(), () => calls++)();
  assertEquals(calls, 1);
});

Deno.test("onAbort() adds one listener to a signal for all callbacks, and calls each once", () => {
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

Deno.test("onAbort() keeps one listener on a signal until the last callback is removed", () => {
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
