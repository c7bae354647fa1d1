import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { checkOptions, integer, text } from "../src/checks.ts";

Deno.test("integer() accepts exactly the integers within its bounds", () => {
  fc.assert(fc.property(fc.integer(), fc.integer(), fc.integer(), (value, a, b) => {
    const [min, max] = [Math.min(a, b), Math.max(a, b)];
    if (value >= min && value <= max) integer("it", value, min, max);
    else assertThrows(() => integer("it", value, min, max), RangeError, `from ${min} to ${max}`);
  }));
});

Deno.test("integer() names its bounds in the error", () => {
  const message = "Cannot use limit: it must be a whole number";
  assertThrows(() => integer("limit", 0, 1), RangeError, `${message} of 1 or more`);
  assertThrows(() => integer("limit", "5", 1, 200), TypeError, `${message} from 1 to 200`);
  assertThrows(() => integer("limit", 2 ** 53, 1), RangeError, message);
});

for (const value of [1.5, NaN, Infinity, -Infinity]) {
  Deno.test(`integer() rejects ${value}, which isn't an integer`, () => {
    assertThrows(() => integer("limit", value, 0), RangeError, "Cannot use limit");
  });
}

for (const value of ["1", null, undefined, {}, 1n]) {
  Deno.test(`integer() rejects ${typeof value} ${value}, which isn't a number`, () => {
    assertThrows(() => integer("limit", value, 0), TypeError, "Cannot use limit");
  });
}

for (const value of ["", "  \n\t", 1, null, undefined, ["a"]]) {
  Deno.test(`text() rejects ${JSON.stringify(value)}, which is blank or not a string`, () => {
    assertThrows(() => text("the title", value), TypeError, "Cannot use the title");
  });
}

Deno.test("text() counts characters, not code units", () => {
  text("the title", "🎧".repeat(100), 100);
  const error = assertThrows(() => text("the title", "🎧".repeat(101), 100), RangeError);
  assertEquals(error.message, "Cannot use the title: it must have at most 100 characters");
});

for (
  const [rule, value] of [
    ["a non-empty string", ""],
    ["a number of 0 or more", -1],
    ["a boolean", 1],
    ["a function", {}],
    ["an object", null],
    ["an object with get(), set()", { get() {} }],
  ] as const
) {
  Deno.test(`checkOptions() names an option that isn't ${rule}`, () => {
    assertThrows(() => checkOptions({ a: value }, { a: rule }), Error, `Cannot use the options: a must be ${rule}`);
  });
}
