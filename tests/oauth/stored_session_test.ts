import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { startSession } from "../../src/oauth/stored_session.ts";

const NOW = 1_700_000_000_000;

Deno.test("startSession() replaces any record, names the sign-ins before it, and has a greater number", async () => {
  using _time = new FakeTime(NOW);
  for (
    const [before, generation, after] of [
      [undefined, NOW, []],
      [{ generation: 5, accessToken: "old" }, NOW, ["generation 5"]],
      [{ generation: NOW + 9, sid: "s", after: ["t"], intent: { id: "i", leaseMs: 1 } }, NOW + 10, ["s", "t"]],
    ] as const
  ) {
    const store = new MemoryTokenStore(before);
    const { mark, ...stored } = await startSession(store, { accessToken: "a", sid: "new" });
    assertEquals(stored, { generation, accessToken: "a", sid: "new", after: [...after], seq: 0 });
    assertEquals(store.read(), { ...stored, mark });
  }
});

Deno.test("startSession() names eight earlier sign-ins at most", async () => {
  const store = new MemoryTokenStore();
  for (let n = 0; n < 12; n++) await startSession(store, { accessToken: "a", sid: `s${n}` });
  assertEquals(store.read()?.after, ["s10", "s9", "s8", "s7", "s6", "s5", "s4", "s3"]);
});

Deno.test("startSession() recognises its own earlier write, also after a later sign-in or refresh", async () => {
  const store = new MemoryTokenStore();
  const first = await startSession(store, { accessToken: "a", sid: "mine" });
  assertEquals(await startSession(store, { accessToken: "a", sid: "mine" }), first);
  const later = await startSession(store, { accessToken: "b", sid: "theirs" });
  assertEquals(await startSession(store, { accessToken: "a", sid: "mine" }), later);
  assertEquals(store.read(), later);
});

Deno.test("startSession() looks again where another process was quicker, fifty times at most", async () => {
  let [reads, swaps] = [0, 0];
  const contended = (quicker: number) => ({
    read: () => Promise.resolve({ generation: ++reads }),
    compareAndSwap: () => Promise.resolve(++swaps > quicker),
  });
  await startSession(contended(49), { accessToken: "a" });
  assertEquals({ reads, swaps }, { reads: 50, swaps: 50 });
  [reads, swaps] = [0, 0];
  const error = await assertRejects(() => startSession(contended(50), { accessToken: "a" }), ServiceError);
  assertEquals({ reads, swaps, code: error.code }, { reads: 50, swaps: 50, code: "token_store" });
  assertEquals(error.message, "Cannot store the tokens: other processes keep replacing them");
});
