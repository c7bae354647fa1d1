import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { freshTokens } from "../../src/oauth/access.ts";
import { MemoryTokenStore } from "../../src/oauth/memory_token_store.ts";
import { SessionMemory } from "../../src/oauth/session_memory.ts";
import { TokenManager } from "../../src/oauth/token_manager.ts";
import type { TokenRecord } from "../../src/types/token_record.ts";

const NOW = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
const RECORD: TokenRecord = { generation: 1, accessToken: "a0", refreshToken: "r0" };

/** Returns the tokens of a store and the log of refreshes. A refresh returns `a1`, or the result of `bring`. */
function tokens(
  record: TokenRecord | undefined,
  { isAutomatic = true, onRefresh = (_: MemoryTokenStore): string | undefined => "a1" } = {},
) {
  const store = new MemoryTokenStore(record);
  const manager = new TokenManager({ store, onDebug: () => {}, limitMs: 0 });
  const refreshed: unknown[] = [];
  const refresh = (refused: string | undefined, isAgain: boolean) => {
    refreshed.push([refused, isAgain]);
    return Promise.resolve(onRefresh(store));
  };
  return { ...freshTokens(manager, refresh, isAutomatic), refreshed };
}

for (
  const [what, lifeMs, earlyMs] of [
    ["an hour, a minute before its end", HOUR_MS, 60_000],
    ["a day, a minute before its end", 24 * HOUR_MS, 60_000],
    ["two minutes, a sixtieth of that before its end", 120_000, 2000],
  ] as const
) {
  Deno.test(`freshTokens() refreshes a stored token that lives ${what}, and not before`, async () => {
    using _time = new FakeTime(NOW);
    const at = (leftMs: number) => tokens({ ...RECORD, issuedAt: NOW + leftMs - lifeMs, expiresAt: NOW + leftMs });
    const early = at(earlyMs + 1);
    assertEquals({ token: await early.access(), refreshed: early.refreshed }, { token: "a0", refreshed: [] });
    const due = at(earlyMs);
    assertEquals({ token: await due.access(), refreshed: due.refreshed }, { token: "a1", refreshed: [["a0", false]] });
  });
}

for (
  const [what, record, options] of [
    ["without a refresh token", { generation: 1, accessToken: "a0", issuedAt: 0, expiresAt: 1 }, {}],
    ["without an end", RECORD, {}],
    ["where the caller refreshes", { ...RECORD, issuedAt: 0, expiresAt: 1 }, { isAutomatic: false }],
  ] as const
) {
  Deno.test(`freshTokens() leaves a stored token alone ${what}`, async () => {
    const { access, refreshed } = tokens(record, options);
    assertEquals({ token: await access(), refreshed }, { token: "a0", refreshed: [] });
  });
}

Deno.test("freshTokens() takes a token that names only its end for one that lives long", async () => {
  using _time = new FakeTime(NOW);
  const { access, refreshed } = tokens({ ...RECORD, expiresAt: NOW + 60_000 });
  await access();
  assertEquals(refreshed, [["a0", false]]);
});

Deno.test("freshTokens() gives the token of a sign-in that came during the refresh", async () => {
  const onRefresh = (store: MemoryTokenStore) => {
    store.compareAndSwap(store.read(), { generation: 2, accessToken: "b0", refreshToken: "s0" });
    return undefined;
  };
  const { access } = tokens({ ...RECORD, issuedAt: 0, expiresAt: 1 }, { onRefresh });
  assertEquals(await access(), "b0");
});

Deno.test("freshTokens().demand() refreshes a token that was refused, and says where there is none", async () => {
  const refused = tokens(RECORD);
  assertEquals(await refused.demand("a0"), "a1");
  assertEquals(refused.refreshed, [["a0", false]]);
  const stored = tokens(RECORD);
  assertEquals({ token: await stored.demand(), refreshed: stored.refreshed }, { token: "a0", refreshed: [] });
  const empty = tokens(undefined);
  const error = await assertRejects(() => empty.demand(), ServiceError);
  assertEquals(error.status, 401);
  assertEquals(error.code, "no_token");
  assertEquals(empty.refreshed, []);
});

Deno.test("TokenManager reports once that an older version has replaced its record", async () => {
  const store = new MemoryTokenStore({ ...RECORD, mark: "m" });
  const messages: string[] = [];
  const manager = new TokenManager({ store, onDebug: (message) => messages.push(message), limitMs: 0 });
  await manager.access();
  assertEquals(messages, []);
  store.compareAndSwap(store.read(), { generation: 2, accessToken: "a1", refreshToken: "r1" });
  assertEquals([await manager.access(), await manager.access()], ["a1", "a1"]);
  assertEquals(messages.map((message) => message.split(":")[0]), [
    "An older version, which ignores intents, writes to this token store",
  ]);
});

const NEWEST: TokenRecord = { ...RECORD, mark: "new", sid: "s", after: ["t"], seq: 3 };
for (
  const [what, seen, old] of [
    ["an earlier refresh that this process never saw", [], { mark: "old", sid: "s", seq: 2 }],
    ["an earlier write of the same refresh", ["old"], { mark: "old", sid: "s", seq: 3 }],
    ["an earlier sign-in", [], { mark: "old", sid: "t", seq: 9 }],
  ] as const
) {
  Deno.test(`TokenManager gives a store that went back to ${what} its newest record again`, async () => {
    const [spent, store] = [{ generation: 1, accessToken: "a", refreshToken: "spent", ...old }, new MemoryTokenStore()];
    const manager = new TokenManager({ store, onDebug: () => {}, limitMs: 0 });
    for (const record of [...seen.map(() => spent), NEWEST, spent]) {
      store.compareAndSwap(store.read(), record);
      await manager.access();
    }
    const access = await manager.access();
    assertEquals({ access, kept: store.read()?.refreshToken }, { access: "a0", kept: "r0" });
  });
}

Deno.test("SessionMemory remembers the last 64 writes that were replaced", () => {
  const memory = new SessionMemory();
  const writes = Array.from({ length: 67 }, (_, n): TokenRecord => ({ ...NEWEST, mark: `${n}` }));
  for (const write of writes) memory.adopt(write);
  assertEquals(writes.filter((write) => !memory.hasGoneBack(write)).map(({ mark }) => mark), ["0", "1", "66"]);
});
