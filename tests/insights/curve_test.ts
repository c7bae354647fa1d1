import { assertEquals } from "@std/assert";
import { curveOf, indexAfter, levelAt } from "../../src/insights/curve.ts";

Deno.test("curveOf() keeps the level at readings without a change, and begins with the one before", () => {
  const changes = [{ at: 5, level: 4 }, { at: 20, level: 9 }, { at: 30, level: 12 }];
  assertEquals(curveOf([0, 10, 20, 25, 40], changes, 2).levels, [2, 4, 9, 9, 12]);
});

Deno.test("levelAt() is on the line between two readings, and beyond them that of the nearest", () => {
  const curve = curveOf([10, 20, 40], [{ at: 20, level: 5 }, { at: 40, level: 6 }], 1);
  const times = [0, 10, 12, 13, 20, 29, 30, 40, 99];
  assertEquals(times.map((time) => levelAt(curve, time)), [1, 1, 2, 2, 5, 5, 6, 6, 6]);
  assertEquals(levelAt({ times: [], levels: [] }, 1), 0);
  assertEquals([9, 10, 19, 40].map((time) => indexAfter(curve.times, time)), [0, 1, 1, 3]);
});
