import { assertEquals, assertThrows } from "@std/assert";
import { checkNames, readFields, readTime, readValue, toCell, withoutRepeats } from "../../../cli/fields/check.ts";
import { Failure } from "../../../cli/errors.ts";

Deno.test("readTime() takes a day, or a time with its zone, and nothing else", () => {
  assertEquals(["", " ", undefined].map((text) => readTime(text, "row 1")), [undefined, undefined, undefined]);
  assertEquals(["2026-12-01", "2026-12-01T09:00+01:00", "2026-12-01T09:00:05Z"].map((text) => readTime(text, "")), [
    ...[Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 1, 8), Date.UTC(2026, 11, 1, 9, 0, 5)],
  ]);
  for (const text of ["2026-12-01T09:00", "2026-13-01", "1 May 2026", "2026-12-01Z"]) {
    assertThrows(() => readTime(text, "row 1"), Failure, "row 1: expected a date");
  }
});

Deno.test("readFields() leaves out what a new resource has no value for, and empties an old one's", () => {
  const kinds = { title: { type: "required" }, genre: { type: "text" }, bpm: { type: "measured" } } as never;
  const given = new Map([["title", "A"], ["genre", ""], ["bpm", "90"]]);
  assertEquals(readFields(given, kinds, "row 1", true), { title: "A" });
  assertEquals(readFields(given, kinds, "row 1", false), { title: "A", genre: "", bpm: "90" });
  assertEquals(readValue(" ", { type: "required" } as never, "a", true), undefined);
  assertThrows(() => readValue(" ", { type: "required" } as never, "a", false), Failure, "a: it can't be empty");
});

Deno.test("checkNames() and withoutRepeats() name what is unknown or repeated; toCell() writes tags as they are read", () => {
  assertEquals(checkNames(new Map([["title", 1], ["_mine", 1]]), ["title"], "row 1"), undefined);
  assertThrows(() => checkNames(new Map([["titel", 1]]), ["title"], "row 1"), Failure, 'row 1: unknown field "titel"');
  const rows = [{ where: "row 1", urn: "u" }, { where: "row 2" }, { where: "row 3" }];
  assertEquals(withoutRepeats(rows), rows);
  assertThrows(() => withoutRepeats([...rows, { where: "row 4", urn: "u" }]), Failure, "row 4: u is already in row 1");
  assertEquals([toCell("tags", ["a", "b"]), toCell("tags", ["a,b", "c"])], ["a, b", '["a,b","c"]']);
});
