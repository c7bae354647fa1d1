import { assertEquals, assertThrows } from "@std/assert";
import { renamedParts, withoutPlaces } from "../../../../scripts/build/npm/bundle.ts";

/** A bundle, with the names that the bundler gave to its parts. */
function bundle(list: string, show: string): Map<string, string> {
  return new Map([
    ["start.js", `import("./list-${list}.js"); import("./show-${show}.js");`],
    [`list-${list}.js`, `import "./show-${show}.js"; console.log("list-of-other.js");`],
    [`show-${show}.js`, "console.log(1);"],
  ]);
}

Deno.test("renamedParts() names parts by their text, whatever the bundler named them", () => {
  const renamed = renamedParts(bundle("AAAAAAAA", "BBBBBBBB"));
  assertEquals(renamed, renamedParts(bundle("CCCCCCC2", "DDDDDDD7")));
  const [, list = "", show = ""] = [...renamed.keys()];
  assertEquals([list, show].map((name) => name.replace(/[0-9a-f]{8}/, "")), ["list-.js", "show-.js"]);
  assertEquals(renamed.get("start.js"), `import("./${list}"); import("./${show}");`);
  assertEquals(renamed.get(list), `import "./${show}"; console.log("list-of-other.js");`);
});

Deno.test("renamedParts() gives a part another name when a part that it imports changes", () => {
  const changed = bundle("AAAAAAAA", "BBBBBBBB").set("show-BBBBBBBB.js", "console.log(2);");
  const [before, after] = [bundle("AAAAAAAA", "BBBBBBBB"), changed].map((texts) => [...renamedParts(texts).keys()]);
  assertEquals(before?.map((name, index) => name === after?.[index]), [true, false, false]);
});

Deno.test("renamedParts() rejects parts that would have one name", () => {
  const twice = new Map([["chunk-AAAAAAAA.js", "1"], ["chunk-BBBBBBBB.js", "1"]]);
  assertThrows(() => renamedParts(twice), Error, "Two parts of the bundle have the same name");
});

Deno.test("withoutPlaces() leaves no folder of downloads in a bundle, however it's named", () => {
  for (const folder of ["../../home/me/.cache/deno", "../with space/ünï/deno", "../a\\xFC b"]) {
    const text =
      `// ${folder}/npm/registry.example/a/1.0.0/a.js\nwrap({ "${folder}/npm/registry.example/b/2/b.js"() {} });`;
    assertEquals(withoutPlaces(text), '// npm:a/1.0.0/a.js\nwrap({ "npm:b/2/b.js"() {} });');
  }
});
