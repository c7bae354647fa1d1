import { assert, assertMatch, assertRejects } from "@std/assert";
import { examplesOf, readExamples, runExample } from "./operation_examples.ts";

const OPERATIONS = await readExamples();

for (const [module, examples] of OPERATIONS) {
  for (const example of examples) {
    Deno.test(`src/operations: the example of ${module}'s ${example.name}() returns what it shows`, async () => {
      assertMatch(example.code, /^.+; \/\/ /m);
      assert(example.code.split("\n").length <= 7, "It has six lines at most");
      await runExample(example);
    });
  }
}

Deno.test("runExample() fails on a line with another result", async () => {
  const [example] = examplesOf(`/**
 * @example Set-up
 * \`\`\`ts
 * const one = 1;
 * \`\`\`
 */
/**
 * @returns Two.
 * @example
 * \`\`\`ts ignore
 * one; // 2
 * \`\`\`
 */
export function two(): number {
`);
  assert(example);
  await assertRejects(() => runExample(example));
  await runExample({ ...example, code: "one; // 1\n" });
});
