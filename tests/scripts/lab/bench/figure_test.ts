import { assertEquals } from "@std/assert";
import { isGood, median, percentile, table } from "../../../../scripts/lab/bench/figure.ts";

const speed = { name: "speed", value: 1.2345, unit: "×", min: 1.1 };
const size = { name: "size", value: 12.345, unit: "kB", max: 10 };

Deno.test("table() checks figures only against the bounds that they have", () => {
  assertEquals([speed, size, { name: "x", value: 1, unit: "" }].map(isGood), [true, false, true]);
});

Deno.test("table(): the median is one of the values", () => {
  assertEquals([median([3, 1, 2]), median([])], [2, NaN]);
  assertEquals(percentile([1, 2, 3, 4], 95), 4);
});

Deno.test("table() keeps rows that weren't measured again, whatever their layout", () => {
  const before =
    "| What | Measured | Goal | Met |\n| -------- | ---: | --- | --- |\n| size     | 1 kB | ≤ 10 | yes |\n| age | 2 s |  |  |";
  const text = table([size, speed], before);
  assertEquals(text.split("\n"), [
    "| What | Measured | Goal | Met |",
    "| --- | ---: | ---: | --- |",
    "| size | 12.3 kB | ≤ 10 | **no** |",
    "| age | 2 s |  |  |",
    "| speed | 1.234 × | ≥ 1.1 | yes |",
  ]);
});
