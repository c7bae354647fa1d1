import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { PostgresTokenStore } from "@tonearm/client/postgres";

const RECORD = { generation: 3, accessToken: "a1", refreshToken: "r1" };

/** Returns a store, and the statements that its pool gets. */
function scripted(row: object = { record: RECORD }) {
  const log: string[] = [];
  const query = (text: string, values: unknown[] = []) => {
    log.push(`${text.split(" ").slice(0, 2).join(" ")} ${values.join(" ")}`);
    return Promise.resolve({ rows: [row] });
  };
  return { store: new PostgresTokenStore({ query }, "k"), log };
}

Deno.test("PostgresTokenStore.compareAndSwap() compares the mark in one statement, or that nothing is stored", async () => {
  const { store, log } = scripted();
  const next = JSON.stringify(RECORD);
  await store.compareAndSwap(undefined, RECORD);
  await store.compareAndSwap({ generation: 3, mark: "m" }, RECORD);
  await store.compareAndSwap({ generation: 3, refreshToken: "r0" }, RECORD);
  assertEquals(log, [
    `INSERT INTO k ${next}`,
    `UPDATE tonearm_sessions k ${next} m`,
    `UPDATE tonearm_sessions k ${next} 3 r0`,
  ]);
});

Deno.test("PostgresTokenStore waits for a connection where the server has none left, and passes other errors on", async () => {
  using time = new FakeTime();
  const failures = ["53300", "57P05"];
  const query = () => {
    const code = failures.shift();
    return code ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve({ rows: [] });
  };
  const store = new PostgresTokenStore({ query }, "k");
  const reading = store.read();
  for (let n = 0; n < 2; n++) await time.tickAsync(500);
  assertEquals(await reading, undefined);
  failures.push("57P01");
  await assertRejects(() => store.read(), Error, "57P01");
  failures.push(...Array(40).fill("53300"));
  const starved = assertRejects(() => store.read(), Error, "53300");
  for (let n = 0; n < 20; n++) await time.tickAsync(500);
  await starved;
});

Deno.test("PostgresTokenStore.check() names what can lose a session, with its remedy", async () => {
  const fine = { standby: false, readonly: "off", sync: "on", allowed: true, now: Date.now() };
  const problemsOf = async (change: object) =>
    (await scripted({ ...fine, ...change }).store.check()).map(({ problem }) => problem.replace(/-?\d+/, "N"));
  assertEquals(await problemsOf({}), []);
  assertEquals(await problemsOf({ standby: true, readonly: "on" }), [
    "This PostgreSQL is a standby, which takes no writes",
  ]);
  assertEquals(await problemsOf({ readonly: "on" }), ["Transactions are read-only"]);
  assertEquals(await problemsOf({ sync: "off" }), ["A crash of PostgreSQL loses the newest tokens"]);
  assertEquals(await problemsOf({ allowed: false }), ["This user may not read and write the table"]);
  assertEquals(await problemsOf({ now: Date.now() + 60_000 }), ["The clock of PostgreSQL differs by N s"]);
});

Deno.test("PostgresTokenStore rejects a key that isn't a string, or is empty", () => {
  const pool = { query: () => Promise.reject() };
  for (const key of ["", 7, undefined]) {
    const make = () => new PostgresTokenStore(pool, key as string);
    assertThrows(make, TypeError, "Cannot make a token store: the key is empty");
  }
});
