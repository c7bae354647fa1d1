import { assert, assertEquals, assertMatch } from "@std/assert";
import { testFiles } from "../../../scripts/check/tests/tiers.ts";
import { inTree, type Tree } from "../tree_copy.ts";

/** Breaks each step of the check, where there are no tests, which take it most of its time. */
async function breakAll({ change, remove }: Tree): Promise<void> {
  for (const file of await testFiles()) await remove(file);
  await change("examples/badly_formatted.ts", () => "export   const   a = 1\n");
  await change("scripts/lab/bench/unlinted.ts", () => "var old = 1;\nconsole.log(old);\n");
  await change("scripts/lab/bench/ill_typed.ts", () => 'export const count: number = "one";\n');
  await change("mod.ts", (text) => `${text}\nexport function undocumented(): void {}\n`);
  await change("src/session/namespaces.ts", (text) => `${text}\n// by hand\n`);
  await change("src/utils.ts", () => "export {};\n");
  await change(".github/SUPPORT.md", (text) => `${text}\nThe governor waits.\n`);
  await change("NOTICES.md", (text) => `${text}\nMore.\n`);
  await change("src/types/endpoints.ts", (text) => text.replace('  "GET /me": ServiceMe;\n', ""));
  await change("cli/deno.json", (text) => text.replace(/"version": "[^"]*"/, '"version": "not a version"'));
}

Deno.test(inTree("check/check.ts fails, and names the step, for whatever is broken", async (tree) => {
  await breakAll(tree);
  const { code, output } = await tree.run("check/check.ts");
  const steps = [...output.matchAll(/^(ok|FAILED) +([\w ]+) \(/gm)].map(([, state, name]) => [name, state]);
  assertEquals(Object.fromEntries(steps), {
    "format": "FAILED",
    "lint": "FAILED",
    "types": "FAILED",
    "documentation": "FAILED",
    "generated groups": "FAILED",
    "generated types": "FAILED",
    "style": "FAILED",
    "words": "FAILED",
    "licences": "FAILED",
    "packages": "FAILED",
  }, output);
  assertEquals(code, 1);
  const COMPLAINTS = [
    /src\/utils\.ts.*is named after nothing in particular/,
    /namespaces\.ts is not up to date/,
    /"version"|not a version/,
    /ill_typed\.ts/,
    /SUPPORT\.md:\d+: "governor"|SUPPORT\.md:\d+: .*“governor”/,
    /NOTICES\.md is out of date/,
  ];
  for (const complaint of COMPLAINTS) assertMatch(output, complaint);
}));

Deno.test(inTree("release/publish.ts --dry-run fails on a package that can't be published", async (tree) => {
  await tree.change("mod.ts", (text) => `${text}\nexport * from "./src/gone.ts";\n`);
  const { code, output } = await tree.run("release/publish.ts", "--dry-run");
  assert(code !== 0, output);
  assertMatch(output, /Cannot publish/);
}));

Deno.test(inTree("check/coverage.ts fails where a test does, and where too little is covered", async (tree) => {
  const path = "tests/only_test.ts";
  await tree.change(path, () => 'Deno.test("a", () => {\n  throw new Error("broken");\n});\n');
  assertEquals((await tree.run("check/coverage.ts", path)).code, 1);
  await tree.change(path, () => 'import "../src/formats/urn.ts";\nDeno.test("a", () => {});\n');
  const { code, output } = await tree.run("check/coverage.ts", path);
  assertEquals(code, 1);
  assertMatch(output, /1 passed/);
}));
