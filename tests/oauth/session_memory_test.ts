import { assertEquals, assertNotEquals } from "@std/assert";
import { SessionMemory } from "../../src/oauth/session_memory.ts";
import type { TokenRecord } from "../../src/types/token_record.ts";
import { stopClock } from "../support/replaced.ts";

/** A record of the second of two sign-ins, after its third refresh. */
const NOW: TokenRecord = { generation: 9, sid: "b", after: ["a"], seq: 3, mark: "m9", refreshToken: "r9" };

Deno.test("SessionMemory.hasGoneBack() knows an earlier refresh, an earlier sign-in and whatever it saw replaced", () => {
  const memory = new SessionMemory();
  const seen: TokenRecord = { ...NOW, sid: "c", mark: "seen" };
  const goneBack = (stored: Partial<TokenRecord> | undefined) =>
    memory.hasGoneBack(stored && { ...NOW, mark: "other", ...stored });
  assertEquals([goneBack(undefined), goneBack({})], [false, false], "nothing is known yet");
  memory.adopt(seen);
  memory.adopt(NOW);
  assertEquals(memory.adopt(undefined), undefined);
  assertEquals(memory.newest, NOW);
  for (const stored of [{ seq: 2 }, { seq: undefined }, { sid: "a", seq: 8 }, { sid: "c", mark: "seen" }]) {
    assertEquals(goneBack(stored), true, JSON.stringify(stored));
  }
  for (const stored of [{ mark: "m9", seq: 0 }, { seq: 3 }, { seq: 4 }, { sid: "d", seq: 0 }]) {
    assertEquals(goneBack(stored), false, JSON.stringify(stored));
  }
});

Deno.test("SessionMemory.blockedFor() ends a block by whichever clock is first, and takes none that is longer than a day", () => {
  using clock = stopClock();
  const memory = new SessionMemory();
  const blocked = (untilMs: number, forMs: number): TokenRecord => ({
    ...NOW,
    block: { id: `${untilMs} ${forMs}`, forMs, until: Date.now() + untilMs },
  });
  const waits = (record: TokenRecord) => Math.round(memory.blockedFor(memory.adopt(record)) / 1000);
  assertEquals([blocked(90_000, 60_000), blocked(30_000, 60_000), blocked(-1000, 60_000)].map(waits), [60, 30, 0]);
  assertEquals([blocked(9e8, 86_400_000), blocked(9e8, 86_401_000)].map(waits), [86_400, 0]);
  const record = memory.adopt(blocked(90_000, 61_000));
  clock.now = 21_000;
  assertEquals([memory.blockedFor(record), memory.blockedFor(undefined), memory.blockedFor(NOW)], [40_000, 0, 0]);
});

Deno.test("SessionMemory counts an intent's age from its first sight, or from what its writer counted", () => {
  using clock = stopClock();
  const memory = new SessionMemory();
  const intended = memory.adopt({ ...NOW, intent: { id: "i", leaseMs: 1 } });
  clock.now = 500;
  memory.adopt({ ...intended, mark: "m10" });
  clock.now = 700;
  assertEquals(memory.ageOf({ ...intended, mark: "m10" }), 700);
  assertEquals(memory.ageOf({ ...intended, mark: "m10", intent: { id: "i", leaseMs: 1, agedMs: 9000 } }), 9200);
  assertEquals([memory.standsFor({ ...NOW, mark: "m10" }), memory.standsFor(NOW)], [200, 700]);
  memory.recount();
  assertEquals([memory.standsFor({ ...NOW, mark: "m10" }), memory.standsFor(NOW)], [0, 700]);
});

Deno.test("SessionMemory.healed() replaces the store's record with an intent, unless there is no refresh token", () => {
  const memory = new SessionMemory();
  memory.adopt(NOW);
  const { mark, intent, ...kept } = memory.healed(20);
  assertEquals({ ...kept, mark: "m9" }, { ...NOW, generation: 10, block: undefined } as unknown);
  assertNotEquals(mark, "m9");
  assertEquals(intent?.leaseMs, 20);
  const others: Partial<TokenRecord> = { intent: { id: "theirs", leaseMs: 7 }, block: { id: "b", forMs: 1, until: 2 } };
  memory.adopt({ ...NOW, ...others });
  const guarded = memory.healed(20);
  assertEquals({ intent: guarded.intent, block: guarded.block }, others);
  memory.adopt({ generation: 1, mark: "out" });
  assertEquals(memory.healed(20).intent, undefined);
});
