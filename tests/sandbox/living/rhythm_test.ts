import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Rhythm } from "../../../sandbox/living/rhythm.ts";

const START = Date.UTC(2026, 0, 1, 9, 30);
const DAY = 86_400_000;

Deno.test("Rhythm: numbers, times and days agree", () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.double({ min: 0, max: 300, noNaN: true }),
      fc.integer({ min: 0, max: 50 * DAY }),
      (thing, rate, span) => {
        const rhythm = new Rhythm(thing, 1, rate, START, START);
        const count = rhythm.before(START + span);
        const times = rhythm.times(1, count);
        assertEquals(times.length, count);
        assertEquals(times, [...times].sort((a, b) => a - b));
        for (const [i, at] of times.entries()) {
          if (i % 97 > 0) continue;
          assert(rhythm.before(at) >= i + 1 && rhythm.before(at - 2) <= i, `event ${i + 1} of ${count} at ${at}`);
        }
        assert(rhythm.before(START + span + DAY) >= count, "counts never fall");
      },
    ),
    { numRuns: 60 },
  );
});
