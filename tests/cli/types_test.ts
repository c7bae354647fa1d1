import { assertEquals, assertThrows } from "@std/assert";
import { GLOBAL_TYPES } from "../../cli/types.ts";
import { wantsSandbox } from "../../cli/auth/credentials.ts";

type Name = "count" | "natural" | "port" | "seconds" | "fields" | "columns" | "path";

function parse(name: Name, value: string): unknown {
  return GLOBAL_TYPES[name].parse({ label: "Option", name: `--${name}`, type: name, value });
}

for (
  const [name, good, bad, message] of [
    ["count", ["1", "500"], ["0", "-1"], /must be at least 1/],
    ["natural", ["0", "7"], ["-1"], /must be at least 0/],
    ["port", ["0", "65535"], ["65536", "-1"], /must be from 0 to 65535/],
    ["seconds", ["0.001", "0.5", "86400"], ["0", "0.0009", "86401"], /must be from 0\.001 to 86400/],
  ] as const
) {
  Deno.test(`GLOBAL_TYPES.${name} takes ${good.join(", ")}, and not ${bad.join(", ")}`, () => {
    for (const text of good) assertEquals(parse(name, text), Number(text));
    for (const text of bad) {
      assertEquals(message.test(assertThrows(() => parse(name, text), Error).message), true, text);
    }
  });
}

for (const name of ["count", "natural", "port"] as const) {
  Deno.test(`GLOBAL_TYPES.${name} takes whole numbers alone`, () => {
    assertThrows(() => parse(name, "1.5"), Error, 'must be of type "integer", but got "1.5"');
    assertThrows(() => parse(name, "x"), Error);
  });
}

Deno.test("GLOBAL_TYPES.fields and columns take names with commas between them, and show an example of some", () => {
  assertEquals([parse("fields", "id, title,,"), parse("columns", "urn")], [["id", "title"], ["urn"]]);
  assertThrows(() => parse("fields", " ,"), Error, 'Option "--fields" needs names: --fields=id,title');
  assertThrows(() => parse("columns", ""), Error, 'Option "--columns" needs names: --columns=title,urn');
});

Deno.test("GLOBAL_TYPES.path takes any text but the empty one of an unset variable", () => {
  assertEquals(["-", " ", "a b"].map((text) => parse("path", text)), ["-", " ", "a b"]);
  assertThrows(() => parse("path", ""), Error, 'Option "--path" needs a path.');
});

Deno.test("wantsSandbox() takes TONEARM_SANDBOX for yes, unless it is empty or says no", () => {
  const wants = (TONEARM_SANDBOX: string) => wantsSandbox({ TONEARM_SANDBOX }, {});
  assertEquals(["1", "yes", "true", "x"].filter(wants), ["1", "yes", "true", "x"]);
  assertEquals(["", "0", "false", "no", "No", "FALSE"].filter(wants), []);
  assertEquals([wantsSandbox({}, {}), wantsSandbox({}, { sandbox: true })], [false, true]);
});
