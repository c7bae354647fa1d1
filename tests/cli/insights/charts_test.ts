import { assertEquals } from "@std/assert";
import { barChart, lineChart } from "../../../cli/insights/charts.ts";

Deno.test("barChart() and lineChart() have an axis of whole numbers, each once", () => {
  const values = (svg: string) => [...svg.matchAll(/text-anchor="end">([^<]+)</g)].map(([, text]) => text);
  const bars = (...numbers: number[]) =>
    values(barChart("followers", "New followers", numbers.map((value) => ({ label: "1 May", value }))).svg);
  assertEquals(bars(0, 1), ["0", "1"]);
  assertEquals(bars(0, 2, -1), ["-1", "0", "1", "2"]);
  assertEquals(bars(1_999), ["0", "500", "1,000", "1,500", "2,000"]);
  assertEquals(values(lineChart("first-day", "Plays", "h", [{ label: "A", points: [[0, 0], [24, 1]] }]).svg), [
    "0",
    "1",
  ]);
});
