import { assertEquals } from "@std/assert";
import { MUTATIONS } from "../../scripts/mutations.ts";

const ROOT = new URL("../../", import.meta.url);

for (const { fault, file, from, to, tests } of MUTATIONS) {
  Deno.test(`the fault "${fault}" has its one place in ${file}, and tests that ought to notice it`, async () => {
    const source = await Deno.readTextFile(new URL(file, ROOT));
    assertEquals([source.split(from).length - 1, from === to], [1, false]);
    for (const test of tests) assertEquals((await Deno.stat(new URL(`tests/${test}`, ROOT))).isFile, true);
  });
}

Deno.test("there are forty faults or more", () => {
  assertEquals(MUTATIONS.length >= 40, true);
});
