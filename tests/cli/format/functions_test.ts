import { assertEquals } from "@std/assert";
import { timeAgo } from "../../../cli/format/functions.ts";

const NOW = Date.parse("2026-03-01T00:00:00Z");

for (
  const [seconds, expected] of [
    [0, "just now"],
    [59, "just now"],
    [60, "1 minute ago"],
    [3599, "59 minutes ago"],
    [3600, "1 hour ago"],
    [86_399, "23 hours ago"],
    [86_400, "1 day ago"],
    [2 * 86_400, "2 days ago"],
    [2_592_000, "1 month ago"],
    [31_535_999, "12 months ago"],
    [31_536_000, "1 year ago"],
  ] as const
) {
  Deno.test(`timeAgo() of an event ${seconds} s ago is "${expected}"`, () => {
    assertEquals(timeAgo(new Date(NOW - seconds * 1000).toISOString(), NOW), expected);
  });
}

Deno.test("timeAgo() reads the service's times with their zone, and leaves other texts as they are", () => {
  assertEquals(timeAgo("2026/02/28 22:30:00 -0130", NOW), "just now");
  assertEquals(timeAgo("2026/02/28 23:00:00 -0000", NOW), "1 hour ago");
  assertEquals(timeAgo("soon", NOW), "soon");
});
