import { assertEquals, assertThrows } from "@std/assert";
import { checkActivity, rateOf } from "../../../sandbox/living/activity.ts";

Deno.test("rateOf() takes the first level that names the action or the plays, else the usual rate", () => {
  const world = { playsPerDay: 100, likesPerDay: 7 };
  assertEquals(rateOf("likes", [undefined, world]), [7, 1]);
  assertEquals(rateOf("likes", [{ playsPerDay: 1000 }, world]), [30, 0]);
  assertEquals(rateOf("plays", [{ likesPerDay: 0 }, world]), [100, 1]);
  assertEquals(rateOf("likes", [{ likesPerDay: 0 }, world]), [0, 0]);
  assertEquals(["plays", "follows", "comments"].map((action) => rateOf(action as "plays", [undefined, {}])), [
    ...[[20, 1], [0.4, 1], [0.08, 1]],
  ]);
});

Deno.test("checkActivity() accepts both ends of each range, and listeners of a world alone", () => {
  checkActivity({ playsPerDay: 0, likesPerDay: 1_000_000, listeners: 1, since: "2026-01-01" });
  checkActivity({ listeners: 100_000 });
  for (const wrong of [{ playsPerDay: -1 }, { playsPerDay: 1_000_001 }, { listeners: 0 }, { listeners: 100_001 }]) {
    assertThrows(() => checkActivity(wrong), TypeError, "the activity");
  }
  assertThrows(() => checkActivity({ listeners: 5 }, "resource"), TypeError, "no field listeners");
});
