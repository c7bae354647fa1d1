import { assertEquals, assertThrows } from "@std/assert";
import { CONTRIBUTIONS } from "../../../scripts/lab/contribute/contributions.ts";
import { applied } from "../../../scripts/lab/contribute/edits.ts";

const ROOT = new URL("../../../", import.meta.url);

function textOf(file: string): string | undefined {
  try {
    return Deno.readTextFileSync(new URL(file, ROOT));
  } catch {
    return undefined;
  }
}

for (const { name, limit, edits, tests } of CONTRIBUTIONS) {
  Deno.test(`deno task lab contribute ${name}: its edits fit the tree, in at most ${limit} files`, async () => {
    for (const edit of edits) applied(edit, textOf(edit.file));
    assertEquals(new Set(edits.map(({ file }) => file)).size <= limit, true);
    for (const path of tests) await Deno.stat(new URL(path, ROOT));
  });
}

Deno.test("CONTRIBUTING.md names the files of each task", () => {
  const page = textOf("CONTRIBUTING.md") ?? "";
  const files = CONTRIBUTIONS.flatMap(({ edits }) => edits.filter(({ after }) => after !== undefined));
  assertEquals(files.map(({ file }) => file).filter((file) => !page.includes(`\`${file}\``)), []);
});

Deno.test("applied() rejects an anchor that is missing or there twice, and a new file that exists", () => {
  const edit = { file: "a", after: "x\n", text: "y\n" };
  assertEquals(applied(edit, "1\nx\n2\n"), "1\nx\ny\n2\n");
  for (const before of ["1\n", "x\nx\n", undefined]) assertThrows(() => applied(edit, before), Error, "Cannot edit a");
  assertEquals(applied({ file: "a", text: "y\n" }, undefined), "y\n");
  assertThrows(() => applied({ file: "a", text: "y\n" }, ""), Error, "Cannot create a");
});
