import { assertEquals } from "@std/assert";
import { address, clock, count, date, duration } from "../../../cli/output/format.ts";

Deno.test("duration() formats h:mm:ss, and a dash if unknown", () => {
  assertEquals([0, null, undefined, -5].map(duration), ["–", "–", "–", "–"]);
  assertEquals([999, 59_499, 60_000, 3_599_600, 36_000_000].map(duration), [
    "0:01",
    "0:59",
    "1:00",
    "1:00:00",
    "10:00:00",
  ]);
  assertEquals(clock(0), "0:00");
});

Deno.test("count() abbreviates and never rounds up", () => {
  assertEquals([0, 999, 1000, 1999, 9999, 10_000, 999_999, 1_500_000, 2e9].map(count), [
    "0",
    "999",
    "1K",
    "1.9K",
    "9.9K",
    "10K",
    "999K",
    "1.5M",
    "2B",
  ]);
  assertEquals([null, undefined].map(count), ["–", "–"]);
});

Deno.test("date() omits the time", () => {
  const shown = ["2020/10/12 12:03:00 +0000", "2021-02-18T00:00:00Z", null].map((moment) => date(moment));
  assertEquals(shown, ["2020-10-12", "2021-02-18", "–"]);
});

Deno.test("address() removes only tracking parameters", () => {
  assertEquals(address("https://a.example/b/s-1?utm_medium=api&si=2&utm_source=id_3"), "https://a.example/b/s-1?si=2");
  assertEquals(address("https://a.example/b?utm_campaign=x"), "https://a.example/b");
  assertEquals(address("no address"), "no address");
  assertEquals(address(null), null);
});
