import { assertEquals } from "@std/assert";
import { checkClock, findings } from "../../src/stores/findings.ts";

Deno.test("checkClock() finds a clock that is ahead or behind by more than five seconds", () => {
  const found = [-6001, -4000, 4000, 6001].flatMap((skewMs) => findings([checkClock("a host", Date.now() + skewMs)]));
  const remedy = "Set both clocks by NTP";
  assertEquals(found, [-6, 6].map((s) => ({ problem: `The clock of a host differs by ${s} s`, remedy })));
});
