import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseTimestamp } from "../../src/formats/timestamp.ts";

for (
  const [text, expected] of [
    ["2019/01/15 15:40:49 +0000", "2019-01-15T15:40:49.000Z"],
    ["2019/01/15 15:40:49 +0530", "2019-01-15T10:10:49.000Z"],
    ["2019-01-15T15:40:49Z", "2019-01-15T15:40:49.000Z"],
    ["2019-01-15T15:40:49.123Z", "2019-01-15T15:40:49.123Z"],
    ["2019-01-15T15:40:49-08:00", "2019-01-15T23:40:49.000Z"],
    ["2020-12-24 00:00:00", "2020-12-24T00:00:00.000Z"],
    ["2019/01/15 15:40", "2019-01-15T15:40:00.000Z"],
    ["2021-02-18", "2021-02-18T00:00:00.000Z"],
  ] as const
) {
  Deno.test(`parseTimestamp() reads ${text}`, () => {
    assertEquals(parseTimestamp(text)?.toISOString(), expected);
  });
}

for (
  const text of [
    null,
    undefined,
    "",
    "soon",
    "2019",
    "15/01/2019",
    "2019/13/01 00:00:00 +0000",
    "1547566849",
    " 2019-01-15",
  ]
) {
  Deno.test(`parseTimestamp() returns undefined for ${JSON.stringify(text) ?? "nothing"}`, () => {
    assertEquals(parseTimestamp(text), undefined);
  });
}

Deno.test("parseTimestamp() reads every second that the service can write", () => {
  const range = { min: new Date("1970-01-01"), max: new Date("9999-12-31"), noInvalidDate: true };
  fc.assert(fc.property(fc.date(range), (date) => {
    const iso = date.toISOString();
    const text = `${iso.slice(0, 10).replaceAll("-", "/")} ${iso.slice(11, 19)} +0000`;
    assertEquals(parseTimestamp(text)?.toISOString(), `${iso.slice(0, 19)}.000Z`);
    assertEquals(parseTimestamp(iso)?.getTime(), date.getTime());
  }));
});

Deno.test("parseTimestamp() never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("2", "0", "9", "/", "-", ":", " ", "T", "Z", "+", ".") }), (text) => {
      const date = parseTimestamp(text);
      return date === undefined || Number.isFinite(date.getTime());
    }),
  );
});
