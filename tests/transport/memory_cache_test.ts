import { assertEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryCache } from "../../src/transport/memory_cache.ts";

Deno.test("MemoryCache returns a value until it's deleted", () => {
  const cache = new MemoryCache();
  cache.set("a", { id: 1 }, { ttlMs: 1000 });
  assertEquals({ a: cache.get("a"), b: cache.get("b") }, { a: { id: 1 }, b: undefined });
  cache.delete("a");
  assertEquals(cache.get("a"), undefined);
});

Deno.test("MemoryCache: an entry expires after its ttlMs, which a new value restarts", () => {
  using time = new FakeTime();
  const cache = new MemoryCache();
  cache.set("a", 1, { ttlMs: 1000 });
  time.tick(999);
  assertEquals(cache.get("a"), 1);
  cache.set("a", 2, { ttlMs: 1000 });
  time.tick(999);
  assertEquals(cache.get("a"), 2);
  time.tick(1);
  assertEquals(cache.get("a"), undefined);
});

Deno.test("MemoryCache deletes the least recently used entry when it's full", () => {
  const cache = new MemoryCache({ maxEntries: 2 });
  for (const key of ["a", "b"]) cache.set(key, key, { ttlMs: 1000 });
  cache.get("a");
  cache.set("c", "c", { ttlMs: 1000 });
  assertEquals(["a", "b", "c"].map((key) => cache.get(key)), ["a", undefined, "c"]);
  cache.set("a", "A", { ttlMs: 1000 });
  assertEquals(["a", "c"].map((key) => cache.get(key)), ["A", "c"]);
  for (const key of ["a", "d"]) cache.set(key, key, { ttlMs: 1000 });
  assertEquals(["a", "c", "d"].map((key) => cache.get(key)), ["a", undefined, "d"], "what is set again is new");
});

Deno.test("MemoryCache keeps a thousand entries by default", () => {
  const cache = new MemoryCache();
  for (let i = 0; i < 1001; i++) cache.set(`${i}`, i, { ttlMs: 1000 });
  assertEquals([cache.get("0"), cache.get("1"), cache.get("1000")], [undefined, 1, 1000]);
});

for (const maxEntries of [0, -1, 1.5, NaN, Infinity]) {
  Deno.test(`MemoryCache rejects maxEntries ${maxEntries}`, () => {
    assertThrows(
      () => new MemoryCache({ maxEntries }),
      RangeError,
      "maxEntries: it must be a whole number of 1 or more",
    );
  });
}

Deno.test("MemoryCache: a cache of one entry keeps the last one", () => {
  const cache = new MemoryCache({ maxEntries: 1 });
  for (const key of ["a", "b"]) cache.set(key, key, { ttlMs: 1000 });
  assertEquals({ a: cache.get("a"), b: cache.get("b") }, { a: undefined, b: "b" });
});
