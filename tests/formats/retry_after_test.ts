import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseRetryAfter } from "../../src/formats/retry_after.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

for (
  const [value, expected] of [
    ["120", "2026-01-01T00:02:00.000Z"],
    [" 1 ", "2026-01-01T00:00:01.000Z"],
    ["Thu, 01 Jan 2026 00:05:00 GMT", "2026-01-01T00:05:00.000Z"],
    ["2015/06/01 09:49:40 +0000", "2015-06-01T09:49:40.000Z"],
    ["2015/06/01 09:49:40 +0230", "2015-06-01T07:19:40.000Z"],
    ["2026-01-01T00:10:00Z", "2026-01-01T00:10:00.000Z"],
    [1767225900, "2026-01-01T00:05:00.000Z"],
    ["1767225900", "2026-01-01T00:05:00.000Z"],
    [1767225900000, "2026-01-01T00:05:00.000Z"],
  ] as const
) {
  Deno.test(`parseRetryAfter() reads ${JSON.stringify(value)}`, () => {
    assertEquals(parseRetryAfter(value, NOW)?.toISOString(), expected);
  });
}

for (const value of [undefined, null, "", " ", "0", "-1", -1, 0, NaN, Infinity, "soon", {}, [], { toString: 1 }, [5]]) {
  Deno.test(`parseRetryAfter() ignores ${JSON.stringify(value) ?? "nothing"}`, () => {
    assertEquals(parseRetryAfter(value, NOW), undefined);
  });
}

Deno.test("parseRetryAfter() reads numbers above a billion as epoch seconds, and above 100 billion as milliseconds", () => {
  const at = (value: number) => parseRetryAfter(value, NOW)?.getTime();
  assertEquals({ most: at(1e9), least: at(1e9 + 1) }, { most: NOW + 1e12, least: 1e12 + 1000 });
  assertEquals({ most: at(1e11), least: at(1e11 + 1) }, { most: 1e14, least: 1e11 + 1 });
});

Deno.test("parseRetryAfter() counts seconds from now by default", () => {
  const before = Date.now();
  const at = Number(parseRetryAfter("10"));
  assertEquals(at >= before + 10_000 && at <= Date.now() + 10_000, true);
});

Deno.test("parseRetryAfter() returns a date or undefined for any value", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.double(), fc.jsonValue()), (value) => {
    const at = parseRetryAfter(value, NOW);
    return at === undefined || Number.isFinite(at.getTime());
  }));
});
