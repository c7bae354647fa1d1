import { assertEquals, assertThrows } from "@std/assert";
import { ValidationError } from "@cliffy/command";
import { DurationsType, NumbersType, TimeType } from "../../cli/ranges.ts";

/** The value of an option. */
function given(value: string) {
  return { label: "Option", name: "--x", type: "x", value };
}

for (
  const [text, span] of [
    ["120", { from: 120, to: 120 }],
    ["120-128", { from: 120, to: 128 }],
    ["120 - 128.5", { from: 120, to: 128.5 }],
    ["120-120", { from: 120, to: 120 }],
    ["120-", { from: 120 }],
    ["-128", { to: 128 }],
    ["0-", { from: 0 }],
  ] as const
) {
  Deno.test(`NumbersType reads ${text}`, () => assertEquals(new NumbersType().parse(given(text)), span));
}

for (
  const [text, span] of [
    ["90s", { from: 90_000, to: 90_000 }],
    ["3m-6m", { from: 180_000, to: 360_000 }],
    ["1h30m-", { from: 5_400_000 }],
    ["1d-2d", { from: 86_400_000, to: 172_800_000 }],
    ["1.5h2s-", { from: 5_402_000 }],
    ["2:30-5:00", { from: 150_000, to: 300_000 }],
    ["-1:02:03", { to: 3_723_000 }],
  ] as const
) {
  Deno.test(`DurationsType reads ${text}`, () => assertEquals(new DurationsType().parse(given(text)), span));
}

for (const text of ["", "-", "a", "1-2-3", "1-b", "a-1", "1e3", "1.-2"]) {
  Deno.test(`NumbersType rejects ${JSON.stringify(text)}`, () => {
    assertThrows(
      () => new NumbersType().parse(given(text)),
      ValidationError,
      `Option "--x" must be a range like 120-128, but got "${text}".`,
    );
  });
}

for (const text of ["3", "3x", "2:60", "1:2:3:4", "m", "3m-6"]) {
  Deno.test(`DurationsType rejects ${text}`, () => {
    assertThrows(
      () => new DurationsType().parse(given(text)),
      ValidationError,
      `Option "--x" must be a range like 3m-6m, but got "${text}".`,
    );
  });
}

Deno.test("NumbersType rejects a range whose end is before its start", () => {
  assertThrows(
    () => new NumbersType().parse(given("3-2")),
    ValidationError,
    'Option "--x" must begin with the smaller number, but got "3-2".',
  );
});

Deno.test("TimeType reads a day as its start in UTC, and a time with its zone", () => {
  const read = (text: string) => new TimeType().parse(given(text)).toISOString();
  assertEquals(read("2026-01-31"), "2026-01-31T00:00:00.000Z");
  assertEquals(read("2026-01-31T10:00Z"), "2026-01-31T10:00:00.000Z");
  assertEquals(read("2026-01-31T00:30:15.5+01:00"), "2026-01-30T23:30:15.500Z");
});

for (const text of ["2026-02-30T10:00Z", "2026-13-01", "2026-01-31T10:00", "31.01.2026", "2026", "2026-01-31T99:00Z"]) {
  Deno.test(`TimeType rejects ${text}`, () => {
    assertThrows(
      () => new TimeType().parse(given(text)),
      ValidationError,
      `Option "--x" must be a day like 2026-01-31, but got "${text}".`,
    );
  });
}
