import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { nextGeneration } from "../../src/oauth/generation.ts";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { endSession, startSession } from "../../src/oauth/stored_session.ts";

const NOW = 1_700_000_000_000;

Deno.test("nextGeneration() is one more than the one before, or the whole milliseconds of the time", () => {
  assertEquals(nextGeneration({ generation: 10 }, 5), 11);
  assertEquals(nextGeneration({ generation: 10 }, 40.9), 40);
  assertEquals(nextGeneration(undefined, 7.9), 7);
});

Deno.test("startSession() numbers a session without a number by the time, also the first one of a store", async () => {
  using _time = new FakeTime(NOW);
  for (const record of [undefined, { generation: 0 }, { generation: 5 }]) {
    const store = new MemoryTokenStore(record);
    const stored = await startSession(store, { accessToken: "a" });
    assertEquals(stored, { generation: NOW, accessToken: "a" });
    assertEquals(store.read(), stored);
  }
});

Deno.test("startSession() keeps the number it's given where that is greater than the stored one", async () => {
  using _time = new FakeTime(NOW);
  const start = (record: { generation: number } | undefined, generation: number) =>
    startSession(new MemoryTokenStore(record), { accessToken: "a", generation });
  assertEquals((await start(undefined, 1)).generation, 1);
  assertEquals((await start({ generation: 6 }, 7)).generation, 7);
  assertEquals((await start({ generation: 7 }, 7)).generation, NOW, "the same number again");
  assertEquals((await start({ generation: NOW + 9 }, 7)).generation, NOW + 10, "a greater one is stored");
});

Deno.test("endSession() leaves a number alone, greater than the one before", async () => {
  using _time = new FakeTime(NOW);
  const store = new MemoryTokenStore({ generation: 7, accessToken: "a", refreshToken: "r" });
  await endSession(store);
  assertEquals(store.read(), { generation: NOW });
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
