import { assert, assertEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { SandboxClock } from "../../../sandbox/base/clock.ts";

const START = Date.UTC(2026, 0, 1);

Deno.test("SandboxClock: a clock starts at the given time and runs", () => {
  using time = new FakeTime();
  const clock = new SandboxClock("2026-01-01T00:00:00Z");
  assertEquals(clock.now(), START);
  time.tick(1500);
  assertEquals({ now: clock.now(), frozen: clock.frozen }, { now: START + 1500, frozen: false });
});

Deno.test("SandboxClock: a clock shows the system's time by default", () => {
  using time = new FakeTime(START);
  const clock = new SandboxClock();
  time.tick(10);
  assertEquals(clock.now(), START + 10);
});

Deno.test("SandboxClock: a frozen clock moves only when it is set or advanced, and resumes from there", () => {
  using time = new FakeTime();
  const clock = new SandboxClock(START);
  clock.freeze();
  time.tick(5000);
  assertEquals({ now: clock.now(), frozen: clock.frozen }, { now: START, frozen: true });
  clock.advance(60_000);
  assertEquals(clock.now(), START + 60_000);
  clock.set(new Date(START));
  clock.freeze();
  clock.resume();
  clock.resume();
  time.tick(1);
  assertEquals({ now: clock.now(), frozen: clock.frozen }, { now: START + 1, frozen: false });
});

Deno.test("Clock.freeze() stops a running clock and a frozen one at the given time", () => {
  using time = new FakeTime();
  const clock = new SandboxClock();
  for (const moment of ["2026-01-01T00:00:00Z", new Date(START + 1000), START + 2000]) {
    clock.freeze(moment);
    time.tick(50);
    assertEquals({ now: clock.now(), frozen: clock.frozen }, { now: new Date(moment).getTime(), frozen: true });
  }
});

Deno.test("SandboxClock: a running clock can be set back", () => {
  using time = new FakeTime();
  const clock = new SandboxClock(START);
  clock.set(START - 1000);
  time.tick(1);
  assertEquals(clock.now(), START - 999);
});

Deno.test("Clock rejects an invalid time", () => {
  const clock = new SandboxClock();
  assertThrows(() => clock.set("yesterday"), TypeError, "yesterday");
  assertThrows(() => clock.freeze("tomorrow"), TypeError, "tomorrow");
  assertThrows(() => clock.set(null as unknown as Date), TypeError, "null");
  assertEquals(clock.frozen, false);
  assertThrows(() => clock.advance(NaN), TypeError);
  assertThrows(() => new SandboxClock("x"), TypeError);
  const before = Date.now();
  const now = clock.now();
  assert(now >= before && now <= Date.now());
});
