import { assertEquals } from "@std/assert";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { nextGeneration } from "../../src/oauth/generation.ts";
import { isSameRecord, toTokenRecord } from "../../src/oauth/token_record.ts";
import type { TokenRecord } from "../../src/types/token_record.ts";

const RECORD: TokenRecord = { generation: 1, accessToken: "a", refreshToken: "r" };

Deno.test("isSameRecord() compares the refresh token and the generation, and nothing else", () => {
  assertEquals(isSameRecord(RECORD, { ...RECORD, accessToken: "b", expiresAt: 5, blockedUntil: 6 }), true);
  assertEquals(isSameRecord(RECORD, { ...RECORD, refreshToken: "s" }), false);
  assertEquals(isSameRecord(RECORD, { ...RECORD, generation: 2 }), false);
  assertEquals(isSameRecord({ generation: 1 }, { generation: 1, refreshToken: undefined }), true);
  assertEquals([isSameRecord(undefined, undefined), isSameRecord(undefined, null)], [true, true]);
  assertEquals([isSameRecord(RECORD, undefined), isSameRecord(undefined, { generation: 0 })], [false, false]);
});

Deno.test("toTokenRecord() reads a record, a tombstone, and a pair of an older version", () => {
  const whole = { ...RECORD, issuedAt: 1, expiresAt: 2, blockedUntil: 3 };
  assertEquals(toTokenRecord(JSON.parse(JSON.stringify({ ...whole, more: 4 }))), whole);
  assertEquals(toTokenRecord({ generation: 7 }), { generation: 7 });
  assertEquals(toTokenRecord({ accessToken: "a", refreshToken: "r" }), { ...RECORD, generation: 0 });
});

for (
  const value of [
    null,
    undefined,
    7,
    "a",
    [],
    {},
    { accessToken: "" },
    { accessToken: "a b" },
    { refreshToken: "r" },
    { ...RECORD, refreshToken: 7 },
    { ...RECORD, generation: -1 },
    { ...RECORD, generation: 0.5 },
    { ...RECORD, expiresAt: "1" },
    { ...RECORD, issuedAt: NaN },
  ] as unknown[]
) {
  Deno.test(`toTokenRecord() returns undefined for ${JSON.stringify(value)}`, () => {
    assertEquals(toTokenRecord(value), undefined);
  });
}

Deno.test("nextGeneration() is greater than the last one, even when the clock steps back", () => {
  assertEquals(nextGeneration(undefined, 1000.5), 1000);
  assertEquals(nextGeneration({ generation: 5000 }, 1000), 5001);
});

Deno.test("MemoryTokenStore replaces only the expected record", () => {
  const store = new MemoryTokenStore();
  assertEquals({ read: store.read(), compareAndSwap: store.compareAndSwap(RECORD, RECORD) }, {
    read: undefined,
    compareAndSwap: false,
  });
  assertEquals({ compareAndSwap: store.compareAndSwap(undefined, RECORD), read: store.read() }, {
    compareAndSwap: true,
    read: RECORD,
  });
  assertEquals(store.compareAndSwap(undefined, { generation: 9 }), false);
  const next = { ...RECORD, accessToken: "b", refreshToken: "s" };
  assertEquals([store.compareAndSwap(RECORD, next), store.compareAndSwap(RECORD, RECORD)], [true, false]);
  assertEquals(store.read(), next);
});

Deno.test("MemoryTokenStore runs one task at a time under its lock, even after a failure", async () => {
  const store = new MemoryTokenStore();
  const log: string[] = [];
  const failing = store.lock(() => Promise.reject(new Error("no"))).catch(() => log.push("failed"));
  const first = store.lock(async () => {
    await Promise.resolve();
    log.push("first");
  });
  await Promise.all([failing, first, store.lock(() => Promise.resolve(log.push("second")))]);
  assertEquals(log, ["failed", "first", "second"]);
});
