import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { awaitRefresh, messageOf, notify } from "../../src/transport/callbacks.ts";

Deno.test("notify() calls an observer, which may be missing or throw", () => {
  const news: number[] = [];
  notify((given: number) => news.push(given), 1);
  notify(undefined, 2);
  notify(() => {
    throw new Error("observer");
  }, 3);
  assertEquals(news, [1]);
});

Deno.test("notify() ignores an observer that rejects, even later", async () => {
  // Otherwise the unhandled rejection would end the process.
  assertEquals(await notify(() => Promise.reject(new Error("observer")), 1), undefined);
  notify(() => Promise.reject(new Error("observer")), 2);
  await new Promise((resolve) => setTimeout(resolve));
});

Deno.test("awaitRefresh() doesn't count what a refresh waited for others, each wait once", async () => {
  using time = new FakeTime();
  const past = () => Date.now() - time.start;
  const waitedMs = () => [0, 50, 80][Number(past() >= 100) + Number(past() >= 150)]!;
  let endedMs: number | undefined;
  const late = assertRejects(() => awaitRefresh(new Promise(() => {}), 100, waitedMs), Error, "did not end in time");
  late.then(() => endedMs = past());
  while (past() < 300) await time.tickAsync(5);
  assertEquals(endedMs, 180);
});

Deno.test("messageOf() returns a message for any thrown value", () => {
  const thrown = [new Error("a"), "b", Symbol("c"), undefined, { message: 1 }, Object.create(null)];
  assertEquals(thrown.map(messageOf), ["a", "b", "Symbol(c)", "undefined", "1", "object"]);
});
