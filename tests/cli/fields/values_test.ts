import { assertEquals, assertThrows } from "@std/assert";
import { Failure } from "../../../cli/errors.ts";
import { readChoice, readDay, readSwitch, readTags, readText } from "../../../cli/fields/values.ts";
import { replaceZone } from "../../support/replaced.ts";

const PLACE = "list.csv, line 2, field";

function assertInvalid(read: () => unknown, message: string): void {
  const failure = assertThrows(read, Failure);
  assertEquals(failure.kind, "usage");
  assertEquals(failure.message, `${PLACE}: ${message}`);
}

Deno.test("readText() takes texts, and what YAML makes of numbers and days", () => {
  using _zone = replaceZone("America/Los_Angeles");
  assertEquals(readText(" a ", PLACE), " a ");
  assertEquals(readText(12.5, PLACE), "12.5");
  assertEquals(readText(new Date("2026-01-31T00:00:00Z"), PLACE), "2026-01-31");
  assertInvalid(() => readText(true, PLACE), "expected text, not true");
  assertInvalid(() => readText(["a"], PLACE), 'expected text, not ["a"]');
});

Deno.test("readChoice() takes one of a few words, with blanks around it", () => {
  assertEquals(readChoice(" public ", ["public", "private"], PLACE), "public");
  assertInvalid(() => readChoice("Public", ["public", "private"], PLACE), '"Public" is not one of public, private');
});

Deno.test("readSwitch() takes the words of spreadsheets", () => {
  for (const word of [true, "true", "Yes", " 1 ", 1]) assertEquals(readSwitch(word, PLACE), true, String(word));
  for (const word of [false, "FALSE", "no", "0", 0]) assertEquals(readSwitch(word, PLACE), false, String(word));
  for (const word of ["", "on", 2]) {
    assertInvalid(() => readSwitch(word, PLACE), `expected true or false, not ${JSON.stringify(word)}`);
  }
});

Deno.test("readDay() takes a day of the calendar, or nothing", () => {
  const read = [" 2026-01-31 ", "2024-02-29", " "].map((day) => readDay(day, PLACE));
  assertEquals(read, ["2026-01-31", "2024-02-29", ""]);
  for (const day of ["31.1.2026", "31/01/2026", "1/31/2026", "2026/1/31"]) {
    assertEquals(readDay(day, PLACE), "2026-01-31");
  }
  for (const day of ["2026-02-30", "2026-13-01", "2026-1-31", "30.2.2026", "01/02/2026", "2026-01-31T00:00Z"]) {
    assertInvalid(() => readDay(day, PLACE), `expected a day like 2026-01-31, not ${JSON.stringify(day)}`);
  }
});

Deno.test("readTags() takes a list, a list as JSON in a cell, and tags with commas or semicolons between them", () => {
  assertEquals(readTags(["a b", " ", 1], PLACE), ["a b", "1"]);
  assertEquals(readTags(' ["a, b", "c"]', PLACE), ["a, b", "c"]);
  assertEquals(readTags("a, b;c;;", PLACE), ["a", "b", "c"]);
  assertInvalid(() => readTags("[a", PLACE), '"[a" is not a JSON array');
  assertInvalid(() => readTags({ a: 1 }, PLACE), "expected tags separated by commas");
  assertInvalid(() => readTags('a "b"', PLACE), 'a tag with spaces can\'t have a double quote, as "a \\"b\\""');
});
