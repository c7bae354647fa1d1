import { assertEquals } from "@std/assert";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { isAhead, isSameRecord, newSession, nextRecord, toTokenRecord } from "../../src/oauth/token_record.ts";
import type { TokenRecord } from "../../src/types/token_record.ts";

const RECORD: TokenRecord = { generation: 1, accessToken: "a", refreshToken: "r" };

Deno.test("isSameRecord() compares marks alone, and without them the refresh token and the generation", () => {
  assertEquals(isSameRecord({ ...RECORD, mark: "m" }, { generation: 9, mark: "m" }), true);
  assertEquals(isSameRecord({ ...RECORD, mark: "m" }, { ...RECORD, mark: "n" }), false);
  assertEquals(isSameRecord({ ...RECORD, mark: "m" }, RECORD), false);
  assertEquals(isSameRecord(RECORD, { ...RECORD, accessToken: "b", expiresAt: 5 }), true);
  assertEquals(isSameRecord(RECORD, { ...RECORD, refreshToken: "s" }), false);
  assertEquals(isSameRecord(RECORD, { ...RECORD, generation: 2 }), false);
  assertEquals(isSameRecord({ generation: 1 }, { generation: 1, refreshToken: undefined }), true);
  assertEquals([isSameRecord(undefined, undefined), isSameRecord(undefined, null)], [true, true]);
  assertEquals([isSameRecord(RECORD, undefined), isSameRecord(undefined, { generation: 0 })], [false, false]);
});

Deno.test("isAhead(): a stored record takes precedence with as many refreshes, or another sign-in", () => {
  const next = { ...RECORD, sid: "b", after: ["a"], seq: 3 };
  const stored = [{ seq: 2 }, { seq: 3 }, { seq: 4 }, { seq: undefined }, { sid: "a", seq: 9 }, { sid: "c", seq: 0 }];
  const ahead = stored.map((fields) => isAhead({ ...next, ...fields }, next));
  assertEquals(ahead, [false, true, true, false, false, true]);
});

Deno.test("nextRecord() goes on with a sign-in, newSession() names those that it follows, at most eight", () => {
  const before: TokenRecord = {
    ...{ ...RECORD, sid: "b", after: Array.from({ length: 20 }, (_, n) => `${n}`), seq: 3, mark: "m" },
    ...{ intent: { id: "i", leaseMs: 1 }, block: { id: "b", forMs: 1, until: 2 } },
  };
  const { mark, ...next } = nextRecord(before, { accessToken: "b" });
  const { mark: _mark, intent: _intent, block: _block, ...kept } = before;
  assertEquals({ ...next, isNew: mark !== "m" }, { ...kept, generation: 2, accessToken: "b", isNew: true } as unknown);
  const { generation, seq, after } = nextRecord(undefined, { accessToken: "b" });
  assertEquals({ generation, seq, after }, { generation: 0, seq: 0, after: [] });
  const later = newSession({ ...before, generation: 9e15 }, { accessToken: "c" });
  const { sid, ...session } = { ...later, mark: "" };
  assertEquals(session, { ...{ accessToken: "c", generation: 9e15 + 1, seq: 0, mark: "" }, after: session.after });
  assertEquals(session.after, ["b", "0", "1", "2", "3", "4", "5", "6"]);
  assertEquals(sid === "b", false);
  assertEquals(newSession(undefined, { sid: "drawn", generation: 9e15 }).generation, 9e15);
  assertEquals(newSession(undefined, { sid: "drawn" }).sid, "drawn");
});

Deno.test("toTokenRecord() reads a record, a tombstone, and a pair of an older version", () => {
  const state = { sid: "s", after: ["t"], seq: 3, mark: "m", intent: { id: "i", leaseMs: 5 } };
  const whole = { ...RECORD, issuedAt: 1, expiresAt: 2, ...state, block: { id: "b", forMs: 3, until: 4 } };
  assertEquals(toTokenRecord(JSON.parse(JSON.stringify({ ...whole, more: 4 }))), whole);
  assertEquals(toTokenRecord({ generation: 7 }), { generation: 7 });
  assertEquals(toTokenRecord({ accessToken: "a", refreshToken: "r" }), { ...RECORD, generation: 0 });
});

Deno.test("toTokenRecord() reads the block of an older version, and leaves out a state that makes no sense", () => {
  const until = Date.now() + 60_000;
  const { id, forMs, until: end } = toTokenRecord({ ...RECORD, blockedUntil: until })?.block ?? { forMs: 0 };
  const isMinute = forMs > 50_000 && forMs <= 60_000;
  assertEquals({ id, end, isMinute }, { id: `until ${until}`, end: until, isMinute: true });
  const nonsense = { sid: 7, after: ["a", 7], seq: 0.5, mark: "", intent: { id: "i" }, block: { id: "b", forMs: -1 } };
  assertEquals(toTokenRecord({ ...RECORD, ...nonsense }), RECORD);
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

Deno.test("MemoryTokenStore replaces only the expected record", () => {
  const store = new MemoryTokenStore();
  assertEquals(store.read(), undefined);
  assertEquals(store.compareAndSwap(RECORD, RECORD), false);
  assertEquals(store.compareAndSwap(undefined, RECORD), true);
  assertEquals(store.read(), RECORD);
  assertEquals(store.compareAndSwap(undefined, { generation: 9 }), false);
  const next = { ...RECORD, accessToken: "b", refreshToken: "s" };
  assertEquals([store.compareAndSwap(RECORD, next), store.compareAndSwap(RECORD, RECORD)], [true, false]);
  assertEquals(store.read(), next);
});
