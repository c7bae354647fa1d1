import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { readCsv } from "../../../cli/fields/csv.ts";
import { anyText } from "../../support/texts.ts";

/** The rows as objects. */
function parse(text: string): Record<string, string>[] {
  const { names, rows } = readCsv(text, "a.csv");
  return rows.map(({ fields }) => Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""])));
}

Deno.test("readCsv() reads quotes, commas and line breaks inside quotes, and both kinds of line endings", () => {
  const text = 'file, title\r\na.wav,"One, ""two""\nthree"\r\n\r\nb.wav,\n';
  assertEquals(parse(text), [{ file: "a.wav", title: 'One, "two"\nthree' }, { file: "b.wav", title: "" }]);
});

Deno.test("readCsv() reads any text that was written by the rules", () => {
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  const row = fc.tuple(anyText(), fc.string({ minLength: 1 }));
  fc.assert(fc.property(fc.array(row), (rows) => {
    const text = ["a,b", ...rows.map((fields) => fields.map(quoted).join(","))].join("\n");
    assertEquals(parse(text), rows.map(([a, b]) => ({ a, b })));
  }));
});

Deno.test("readCsv() reads an empty last field with and without a line ending", () => {
  assertEquals(parse("a,b\n1,"), [{ a: "1", b: "" }]);
  assertEquals(parse("a,b\n1,\n"), [{ a: "1", b: "" }]);
  assertEquals(parse(""), []);
});

Deno.test("readCsv() names the line of a mistake, counting line breaks inside quotes", () => {
  assertThrows(() => parse('a,b\n"1\n2",3\n4\n'), Error, "a.csv, line 4: 1 cells instead of 2");
  assertThrows(() => parse("sep=;\na;b\n1\n"), Error, "a.csv, line 3: 1 cells instead of 2");
  assertThrows(() => parse('a,b\n1,2\n"3"x,4\n'), Error, "a.csv, line 3, column 1: a misplaced or unclosed quote");
});
