import { assertEquals } from "@std/assert";
import { KINDS, runSchedule } from "./schedule.ts";
import { simulate } from "./simulate.ts";
import { installVirtualTime } from "./virtual_time.ts";

const SCHEDULES = Number(Deno.env.get("TONEARM_SCHEDULES") ?? 240);

Deno.test(`ServiceClient loses no session, sends no token twice and asks its store seldom in ${SCHEDULES} random schedules`, async () => {
  const { failures } = await simulate(Object.keys(KINDS), SCHEDULES, 1);
  assertEquals(failures.map(({ kind, seed, violations }) => `${kind} ${seed}: ${violations.join("; ")}`), []);
});

/** Schedules in which the engine once lost a session. */
const FOUND: readonly (readonly [kind: string, seed: number])[] = [["readonly", 3153476260]];

Deno.test("ServiceClient loses no session in a schedule in which it once did", async () => {
  using _time = installVirtualTime();
  for (const [kind, seed] of FOUND) assertEquals((await runSchedule(kind, seed)).violations, [], `${kind} ${seed}`);
});

Deno.test("runSchedule() replays: the same seed has the same log", async () => {
  using _time = installVirtualTime();
  for (const kind of ["crashes", "going back", "mixed"]) {
    const [first, second] = [await runSchedule(kind, 7, true), await runSchedule(kind, 7, true)];
    assertEquals(first.log.length > 40, true);
    assertEquals(first, second);
  }
});
