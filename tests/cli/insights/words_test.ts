import { assertEquals } from "@std/assert";
import type { InsightsEvent } from "@tonearm/client/insights";
import { changeOf, eventText, signed, sparkline, whole } from "../../../cli/insights/words.ts";

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

Deno.test("eventText() says what has become visible, or begins anew", () => {
  const about = { title: "A", metric: "plays", old: "1000", new: "2500" } as const;
  const texts = (["public", "shown", "reset"] as const).map((kind) => eventText({ ...about, kind } as InsightsEvent));
  assertEquals(texts, [
    ...["A is public now", "A: the counts are shown again", "A: plays are counted from 2,500 again"],
  ]);
});
