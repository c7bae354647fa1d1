import { assertEquals } from "@std/assert";
import { type Counted, countStep, markPassed, type NewCount, type Step } from "../../src/insights/counting.ts";
import type { Metric } from "../../src/insights/schema.ts";

const DAY = 86_400;
const SEEN: Counted = { value: 100, base: 100, level: 40, start: 5, below: null };
const FALLEN: Counted = { ...SEEN, value: 90, below: 1000 };
const FEW: Counted = { ...SEEN, value: 9, base: 9 };

/** What a count does to a series: what changes of it, the growth, and the event. */
const ROWS: readonly (readonly [string, Counted | undefined, Partial<NewCount>, Partial<Counted>, number, string?])[] =
  [
    ["grows", SEEN, { value: 103 }, { value: 103, base: 103, level: 43 }, 3],
    ["stays", SEEN, { value: 100 }, {}, 0],
    ["is hidden", SEEN, { value: null }, { value: null }, 0],
    ["of a private track grows", SEEN, { value: 120, isPrivate: true }, { value: 120, base: 120 }, 0],
    ["of a private track falls", FALLEN, { value: 3, isPrivate: true }, { value: 3, base: 3, below: null }, 0],
    ["of plays falls a little", SEEN, { value: 91 }, { value: 91, below: 5000 }, 0],
    ["of plays falls by ten", SEEN, { value: 90 }, { value: 90, below: 5000 }, 0, "fell"],
    ["of plays stays below", FALLEN, { value: 80 }, { value: 80 }, 0],
    ["of plays comes back", FALLEN, { value: 101 }, { value: 101, base: 101, level: 41, below: null }, 1],
    ["of plays is below for less than a week", FALLEN, { value: 90, at: 999 + 7 * DAY }, {}, 0],
    ["is low for 7 days", FALLEN, { value: 9, at: 1000 + 7 * DAY }, { value: 9, base: 9, below: null }, 0, "reset"],
    ["of likes falls", SEEN, { metric: "likes", value: 50 }, { value: 50, base: 50, level: -10 }, -50],
    ["of likes falls by more than half", SEEN, { metric: "likes", value: 49 }, { value: 49, below: 5000 }, 0, "fell"],
    ["of 9 likes falls to 0", FEW, { metric: "likes", value: 0 }, { value: 0, base: 0, level: 31 }, -9],
  ];

for (const [what, before, found, changed, growth, event] of ROWS) {
  Deno.test(`countStep(): a count that ${what}`, () => {
    const count: NewCount = { metric: "plays", value: 0, at: 5000, isPrivate: false, isFresh: false, ...found };
    const { next, ...told }: Partial<Step> = countStep(before, count) ?? {};
    assertEquals({ next, event: undefined, ...told }, { next: { ...before, ...changed }, growth, event });
  });
}

Deno.test("countStep() begins a series at its first count, and that of a new public track at 0", () => {
  const begun = (found: Partial<NewCount>) =>
    countStep(undefined, { metric: "plays", value: 7, at: 1, isPrivate: false, isFresh: true, ...found });
  const series = { value: 7, base: 7, level: 7, below: null };
  assertEquals(begun({}), { next: { ...series, start: 0 }, growth: 7 });
  for (const found of [{ isFresh: false }, { isPrivate: true }]) {
    assertEquals(begun(found), { next: { ...series, start: 7 }, growth: 0 });
  }
  assertEquals(begun({ value: null }), undefined);
});

Deno.test("markPassed() finds the highest milestone between two counts: 1, 2.5 and 5 times a power of ten", () => {
  const marks = ([before, now, metric = "plays"]: readonly [number, number, Metric?]) =>
    markPassed(metric, before, now);
  const none = [[998, 999], [1000, 1001], [2500, 4999], [0, 99, "likes"], [99, 100, "followings"]] as const;
  assertEquals(none.map(marks), none.map(() => undefined));
  const passed = [[999, 1000], [0, 2499], [2499, 2500], [999, 5000], [9999, 10_000], [24_999, 1e6], [
    99,
    100,
    "likes",
  ]] as const;
  assertEquals(passed.map(marks), [1000, 1000, 2500, 5000, 10_000, 1e6, 100]);
});
