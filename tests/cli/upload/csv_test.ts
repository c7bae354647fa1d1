import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseCsv } from "../../../cli/upload/csv.ts";
import { anyText } from "../../support/texts.ts";

Deno.test("parseCsv() reads quotes, commas and line breaks inside quotes, and both kinds of line endings", () => {
  const text = '\ufefffile, title\r\na.wav,"One, ""two""\nthree"\r\n\r\nb.wav,\n';
  assertEquals(parseCsv(text), [{ file: "a.wav", title: 'One, "two"\nthree' }, { file: "b.wav", title: "" }]);
});

Deno.test("parseCsv() reads any text that was written by the rules", () => {
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  const row = fc.tuple(anyText(), fc.string({ minLength: 1 }));
  fc.assert(fc.property(fc.array(row), (rows) => {
    const text = ["a,b", ...rows.map((fields) => fields.map(quoted).join(","))].join("\n");
    assertEquals(parseCsv(text), rows.map(([a, b]) => ({ a, b })));
  }));
});

Deno.test("parseCsv() reads an empty last field with and without a line ending", () => {
  assertEquals(parseCsv("a,b\n1,"), [{ a: "1", b: "" }]);
  assertEquals(parseCsv("a,b\n1,\n"), [{ a: "1", b: "" }]);
  assertEquals(parseCsv(""), []);
});

Deno.test("parseCsv() names the line of a mistake, counting line breaks inside quotes", () => {
  assertThrows(() => parseCsv('a,b\n"1\n2",3\n4\n'), Error, "Line 4 has 1 fields");
  assertThrows(() => parseCsv('a,b\n1,2\n"3"x,4\n'), Error, "Line 3 has a misplaced or unclosed quote");
});
