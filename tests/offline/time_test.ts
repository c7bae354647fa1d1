import { assert, assertEquals, assertThrows } from "@std/assert";
import { FakeTime, TimeError } from "@std/testing/time";

Deno.test("FakeTime stands still until it's advanced", () => {
  using time = new FakeTime("2030-01-01T00:00:00Z");
  assertEquals(new Date().toISOString(), "2030-01-01T00:00:00.000Z");
  time.tick(1500);
  assertEquals(Date.now() - time.start, 1500);
  assertEquals(time.now, Date.now());
});

Deno.test("FakeTime runs timers when they are due", () => {
  using time = new FakeTime();
  const seen: string[] = [];
  setTimeout((name: string) => seen.push(name), 100, "timeout");
  const interval = setInterval(() => seen.push("interval"), 40);
  time.tick(100);
  assertEquals(seen, ["interval", "interval", "timeout"]);
  clearInterval(interval);
  time.now += 100;
  assertEquals(seen.length, 3);
});

Deno.test("FakeTime lets promises settle before it advances", async () => {
  using time = new FakeTime();
  const seen: number[] = [];
  const wait = async (ms: number) => {
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, ms));
    seen.push(Date.now() - time.start);
  };
  const waits = Promise.all([wait(10), wait(30)]);
  await time.tickAsync(20);
  await time.runMicrotasks();
  assertEquals(seen, [10 + 10]);
  assert(await time.nextAsync());
  await waits;
  assertEquals(seen, [20, 30]);
  assertEquals(time.next(), false);
});

Deno.test("FakeTime runs all timers, including those that timers set", async () => {
  using time = new FakeTime();
  const { promise, resolve } = Promise.withResolvers<number>();
  setTimeout(() => setTimeout(() => resolve(Date.now() - time.start), 1000), 1000);
  await time.runAllAsync();
  assertEquals(await promise, 2000);
});

Deno.test("FakeTime controls AbortSignal.timeout()", () => {
  using time = new FakeTime();
  const signal = AbortSignal.timeout(5000);
  time.tick(4999);
  assertEquals(signal.aborted, false);
  time.tick(1);
  assertEquals(signal.reason.name, "TimeoutError");
});

Deno.test("FakeTime restores real time once", () => {
  const platform = () => ({ setTimeout, Date, timeout: AbortSignal.timeout });
  const real = platform();
  const time = new FakeTime(0);
  assertThrows(() => new FakeTime(), TimeError);
  time.restore();
  assertEquals(platform(), real);
  assertThrows(() => time.restore(), TimeError, "Cannot restore time: time is already restored");
});

Deno.test("FakeTime doesn't go back", () => {
  using time = new FakeTime();
  assertThrows(() => time.now -= 1, RangeError);
});

Deno.test("FakeTime.tick() and tickAsync() without a number run what is due, and move nothing", async () => {
  using time = new FakeTime();
  const seen: string[] = [];
  setTimeout(() => seen.push("now"), 0);
  const later = setTimeout(() => seen.push("later"), 1);
  time.tick();
  assertEquals(seen, ["now"]);
  await time.tickAsync();
  assertEquals(seen, ["now"]);
  assertEquals(time.now, time.start);
  clearTimeout(later);
});
