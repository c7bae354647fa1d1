import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { DenoKvTokenStore, type KvDatabase } from "@tonearm/client/deno-kv";
import { ignoreRejection, settle } from "../support/calls.ts";
import { replaceRandom } from "../support/replaced.ts";

const RECORD = { generation: 1, accessToken: "a1", refreshToken: "r1" };
const LOCKED = "database is locked";

/** Returns an empty database with scripted commit results; the last one repeats. */
function scripted(...ends: (boolean | Error)[]) {
  const log: string[] = [];
  const database: KvDatabase = {
    get: (key) => (log.push(`get ${key}`), Promise.resolve({ value: null, versionstamp: null })),
    atomic() {
      const transaction = {
        check: ({ key, versionstamp }: { key: string[]; versionstamp: string | null }) => {
          log.push(`check ${key} ${versionstamp}`);
          return transaction;
        },
        set: (key: string[], value: unknown) => (log.push(`set ${key} ${JSON.stringify(value)}`), transaction),
        commit() {
          log.push("commit");
          const end = ends.length > 1 ? ends.shift() : ends[0];
          return end instanceof Error ? Promise.reject(end) : Promise.resolve({ ok: end === true });
        },
      };
      return transaction;
    },
  };
  const commits = () => log.filter((line) => line === "commit").length;
  return { store: new DenoKvTokenStore(database, ["sessions", "a"]), log, commits };
}

Deno.test("DenoKvTokenStore writes on condition that the entry is as it was read, and reads again where it isn't", async () => {
  const { store, log } = scripted(false, true);
  assertEquals(await store.compareAndSwap(undefined, RECORD), true);
  const once = ["get sessions,a", "check sessions,a null", `set sessions,a ${JSON.stringify(RECORD)}`, "commit"];
  assertEquals(log, [...once, ...once]);
});

Deno.test("DenoKvTokenStore tries again where another process writes to the file, within 50 ms", async () => {
  using time = new FakeTime();
  using _random = replaceRandom(() => 1);
  const { store, commits } = scripted(new Error(LOCKED), true);
  const writing = store.compareAndSwap(undefined, RECORD);
  await settle();
  await time.tickAsync(49);
  await settle();
  assertEquals(commits(), 1);
  await time.tickAsync(1);
  assertEquals(await writing, true);
  assertEquals(commits(), 2);
});

Deno.test("DenoKvTokenStore gives up after 40 more tries, and at once where the database fails otherwise", async () => {
  using time = new FakeTime();
  const locked = new Error(LOCKED);
  const { store, commits } = scripted(locked);
  const writing = ignoreRejection(store.compareAndSwap(undefined, RECORD));
  for (let tries = 0; tries < 50; tries++) {
    await time.tickAsync(50);
    await settle();
  }
  assertStrictEquals(await assertRejects(() => writing), locked);
  assertEquals(commits(), 41);
  const full = new Error("disk full");
  const failing = scripted(full);
  assertStrictEquals(await assertRejects(() => failing.store.compareAndSwap(undefined, RECORD)), full);
  assertEquals(failing.commits(), 1);
});

Deno.test("DenoKvTokenStore.check() writes beside the record, not over it", async () => {
  const { store, log } = scripted(true);
  assertEquals(await store.check(), []);
  const written = log.map((line) => line.replace(/ \d{13}$/, " <time>"));
  assertEquals(written, [
    "get sessions,a,check",
    "check sessions,a,check null",
    "set sessions,a,check <time>",
    "commit",
  ]);
});

Deno.test("DenoKvTokenStore rejects a key that isn't a list, or is empty", () => {
  const { database } = { database: {} as KvDatabase };
  for (const key of [[], "session", undefined]) {
    const make = () => new DenoKvTokenStore(database, key as string[]);
    assertThrows(make, TypeError, "Cannot make a token store: the key is empty");
  }
});
