import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type PostgresConnection, PostgresTokenStore } from "@tonearm/client/postgres";

const RECORD = { generation: 3, accessToken: "a1", refreshToken: "r1" };

/** Returns a pool and the log of its connection; a statement may fail. */
function scripted(failing?: RegExp) {
  const log: string[] = [];
  let end: (() => void) | undefined;
  const query = (where: string) => (text: string, values: unknown[] = []) => {
    log.push(`${where}: ${text.split(" ").slice(0, 2).join(" ").replace(/\(.*/, "")} ${values.join(" ")}`);
    return failing?.test(text) ? Promise.reject(new Error("failed")) : Promise.resolve({ rows: [{ record: RECORD }] });
  };
  const connection: PostgresConnection = {
    query: query("connection"),
    release: (destroy) => log.push(`release ${destroy}`),
    on: (event, listener) => (log.push(`on ${event}`), end = listener),
    off: (event, listener) => log.push(`off ${event} ${listener === end}`),
  };
  const pool = { query: query("pool"), connect: () => Promise.resolve(connection) };
  return { store: new PostgresTokenStore(pool, "k"), log, lose: () => end?.() };
}

const READ = "SELECT record";
const [LOCK, UNLOCK] = ["SELECT pg_advisory_lock", "SELECT pg_advisory_unlock"];

Deno.test("PostgresTokenStore.lock() reads and writes on the connection of its lock, and gives it back", async () => {
  const { store, log } = scripted();
  const held = await store.lock(async (lease) => {
    await store.read();
    return lease.isHeld();
  });
  assertEquals(held, true);
  await store.read();
  assertEquals(log, [
    "on error",
    `connection: ${LOCK} k`,
    `connection: ${READ} k`,
    `connection: ${UNLOCK} k`,
    "off error true",
    "release false",
    `pool: ${READ} k`,
  ]);
});

Deno.test("PostgresTokenStore.lock() closes a connection that is lost, and uses the pool meanwhile", async () => {
  const { store, log, lose } = scripted();
  const held = await store.lock(async (lease) => {
    lose();
    await store.read();
    return lease.isHeld();
  });
  assertEquals(held, false);
  assertEquals(log.slice(2), [`pool: ${READ} k`, "off error true", "release true"]);
});

Deno.test("PostgresTokenStore.lock() closes a connection whose lock can't be given back", async () => {
  const { store, log } = scripted(/unlock/);
  assertEquals(await store.lock(() => Promise.resolve("done")), "done");
  assertEquals(log.at(-1), "release true");
});

Deno.test("PostgresTokenStore.lock() does no work where it gets no lock", async () => {
  const { store, log } = scripted(/pg_advisory_lock/);
  let isBegun = false;
  await assertRejects(() => store.lock(() => Promise.resolve(isBegun = true)), Error, "failed");
  assertEquals({ isBegun, end: log.at(-1) }, { isBegun: false, end: "release false" });
});

Deno.test("PostgresTokenStore.lock() holds its lock until the work is done, also one that fails", async () => {
  const { store, log } = scripted();
  const work = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    log.push("worked");
    throw new Error("bug");
  };
  await assertRejects(() => store.lock(work), Error, "bug");
  assertEquals(log.indexOf("worked") < log.indexOf(`connection: ${UNLOCK} k`), true);
});

Deno.test("PostgresTokenStore.compareAndSwap() compares the number and the refresh token, or that nothing is stored", async () => {
  const { store, log } = scripted();
  const next = JSON.stringify(RECORD);
  await store.compareAndSwap(undefined, RECORD);
  await store.compareAndSwap({ generation: 3, refreshToken: "r0" }, RECORD);
  await store.compareAndSwap({ generation: 3 }, RECORD);
  assertEquals(log, [
    `pool: INSERT INTO k ${next}`,
    `pool: UPDATE tonearm_sessions k ${next} 3 r0`,
    `pool: UPDATE tonearm_sessions k ${next} 3 `,
  ]);
});

Deno.test("PostgresTokenStore rejects a key that isn't a string, or is empty", () => {
  const pool = { query: () => Promise.reject(), connect: () => Promise.reject() };
  for (const key of ["", 7, undefined]) {
    const make = () => new PostgresTokenStore(pool, key as string);
    assertThrows(make, TypeError, "Cannot make a token store: the key is empty");
  }
});
