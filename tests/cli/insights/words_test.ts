import { assertEquals } from "@std/assert";
import { changeOf, signed, sparkline, whole } from "../../../cli/insights/words.ts";

Deno.test("whole(), signed() and changeOf() round, separate thousands, and show no change from nothing", () => {
  assertEquals([1234.5, 0.4].map(whole), ["1,235", "0"]);
  assertEquals([0, 1, -1200, null].map(signed), ["0", "+1", "-1,200", "–"]);
  const changes = [[30, 20], [20, 20], [0, 20], [5, 0], [5, -1], [5, null]] as const;
  assertEquals(changes.map(([growth, before]) => changeOf({ growth, before })), [
    ...["+50 %", "0 %", "-100 %", "–", "–", "–"],
  ]);
});

Deno.test("sparkline() adds up neighbours until all fit, and draws the largest as a full block", () => {
  assertEquals(sparkline([0, 1, 7, -3], 4), "▁▂█▁");
  assertEquals(sparkline([1, 1, 2, 2, 4], 3), "▅██");
  assertEquals(sparkline([0, 0], 2), "▁▁");
});
