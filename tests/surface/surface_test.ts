import { assertEquals } from "@std/assert";
import { surfaces } from "./surface.ts";

const found = await surfaces();

for (const [pack, text] of found) {
  Deno.test(`surface: @tonearm/${pack} has the names, signatures and fields of its list`, async () => {
    const golden = new URL(`${pack}.txt`, import.meta.url);
    if (Deno.env.get("TONEARM_GOLDEN") === "write") await Deno.writeTextFile(golden, text);
    assertEquals(
      differences(await Deno.readTextFile(golden), text),
      "",
      "read the lines; TONEARM_GOLDEN=write keeps them",
    );
  });
}

/** The lines that are gone and new, each with the name above it. */
function differences(before: string, after: string): string {
  const [old, current] = [named(before), named(after)];
  const gone = [...old].filter((line) => !current.has(line)).map((line) => `- ${line}`);
  const added = [...current].filter((line) => !old.has(line)).map((line) => `+ ${line}`);
  return [...gone, ...added].join("\n");
}

/** The lines of a text, each after the line that it belongs to, so that equal members stay apart. */
function named(text: string): Set<string> {
  let owner = "";
  return new Set(
    text.split("\n").map((line) => {
      if (!/^[ })]/.test(line)) owner = line;
      return line === owner ? line : `${owner} … ${line.trim()}`;
    }),
  );
}

Deno.test("surface: a changed member is shown with its owner, and nothing else", () => {
  const before = "interface A {\n  id: number;\n  url: string;\n}\ninterface B {\n  id: number;\n}";
  assertEquals(
    differences(before, before.replace("B {\n  id: number", "B {\n  id: string")),
    "- interface B { … id: number;\n+ interface B { … id: string;",
  );
});
