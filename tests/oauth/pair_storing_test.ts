import { assertEquals } from "@std/assert";
import type { GuardedStore } from "../../src/oauth/guarded_store.ts";
import { storePair } from "../../src/oauth/pair_storing.ts";
import { replaced } from "../support/replaced.ts";

Deno.test("storePair() tries again without an end, and from the fourth pause on keeps no process alive", async () => {
  const timers: { ms: number; isKept: boolean }[] = [];
  using _timer = replaced(globalThis, "setTimeout", (resume: () => void, ms: number) => {
    const timer = { ms, isKept: true };
    timers.push(timer);
    queueMicrotask(resume);
    return { unref: () => void (timer.isKept = false) };
  });
  let refusals = 11;
  const compareAndSwap = () => {
    if (refusals-- > 0) throw new Error("read-only");
    return true;
  };
  const next = { generation: 2, accessToken: "a1" };
  const { record, soon } = storePair({ compareAndSwap } as unknown as GuardedStore, undefined, next, true);
  assertEquals({ soon: await soon, record: await record }, { soon: false, record: next });
  assertEquals(timers.map(({ ms }) => ms), [20, 100, 400, 500, 500, 500, 500, 500, 500, 2000, 2000]);
  assertEquals(timers.map(({ isKept }) => isKept).lastIndexOf(true), 2);
});
