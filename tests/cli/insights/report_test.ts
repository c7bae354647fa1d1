import { assertEquals } from "@std/assert";
import { bestTimes } from "../../../cli/insights/report.ts";

Deno.test("bestTimes() names the hours that the readings can tell apart", () => {
  const weekdays = [1, 2, 9, 2, 1, 0, 0];
  const of = (busy: Readonly<Record<number, number>>, usual = 1) => {
    const hours = Array.from({ length: 24 }, (_, hour) => busy[hour] ?? usual);
    return bestTimes({ rhythm: { weekdays, hours }, sort: "plays" });
  };
  const told = (hours: string) => `Most plays come on Wednesday${hours}, as far as the times of the readings can tell.`;
  assertEquals(of({ 18: 4, 19: 4.1, 20: 4 }), told(" and between 18:00 and 21:00"));
  assertEquals(of({ 22: 4, 23: 4, 0: 4, 1: 3 }), told(" and between 22:00 and 1:00"));
  assertEquals(of({ 23: 4 }), told(" and between 23:00 and 0:00"));
  assertEquals(of({ 3: 10.1 }, 10), told(""), "one reading a day");
  assertEquals(bestTimes({ rhythm: { weekdays: Array(7).fill(0), hours: Array(24).fill(0) }, sort: "likes" }), "");
});
