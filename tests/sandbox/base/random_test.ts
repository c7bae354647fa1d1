import { assert, assertEquals, assertMatch, assertNotEquals, assertThrows } from "@std/assert";
import { Random } from "../../../sandbox/base/random.ts";

const draws = (seed: string | number) => {
  const random = new Random(seed);
  return Array.from({ length: 20 }, () => random.next());
};

Deno.test("Random: the same seed gives the same sequence, in every runtime", () => {
  assertEquals(draws("x"), draws("x"));
  assertEquals(draws(7), draws("7"));
  assertEquals(new Random("tonearm").hex(16), new Random("tonearm").hex(16));
});

Deno.test("Random: seeds that differ in one letter give sequences that differ throughout", () => {
  const [a, b] = [draws("42:1"), draws("42:2")];
  assertEquals(a.filter((value, i) => value === b[i]), []);
});

Deno.test("Random: integers fill their range evenly, both ends included", () => {
  const random = new Random(1);
  const counts = new Map<number, number>();
  for (let i = 0; i < 6000; i++) {
    const value = random.int(-1, 4);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  assertEquals([...counts.keys()].sort((a, b) => a - b), [-1, 0, 1, 2, 3, 4]);
  for (const count of counts.values()) assert(count > 850 && count < 1150, String(count));
});

Deno.test("Random.chance() is true with the given probability", () => {
  const random = new Random(2);
  const hits = Array.from({ length: 10_000 }, () => random.chance(0.2)).filter(Boolean).length;
  assert(hits > 1850 && hits < 2150, String(hits));
  assertEquals([random.chance(0), random.chance(1)], [false, true]);
});

Deno.test("Random.letters() has the given length and alphabet", () => {
  const random = new Random(3);
  assertMatch(random.letters(40), /^[A-Za-z0-9]{40}$/);
  assertMatch(random.hex(7), /^[0-9a-f]{7}$/);
  assertMatch(random.uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assertNotEquals(random.uuid(), random.uuid());
});

Deno.test("Random.sample() repeats no element and returns at most all of them", () => {
  const random = new Random(4);
  const list = [1, 2, 3, 4, 5];
  assertEquals(new Set(random.sample(list, 3)).size, 3);
  assertEquals(random.sample(list, 9).sort(), list);
  assertEquals(list, [1, 2, 3, 4, 5]);
  assertThrows(() => random.pick([]), RangeError);
});
