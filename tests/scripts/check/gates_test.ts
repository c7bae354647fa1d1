import { assert, assertEquals, assertMatch } from "@std/assert";
import { inTree, type Tree } from "../../support/tree_copy.ts";

/** Breaks each step of the check, and no other. */
async function breakAll({ change }: Tree): Promise<void> {
  await change("examples/badly_formatted.ts", () => "export   const   a = 1\n");
  await change("sandbox/dashboard/client/1_base.css", (text) => `${text}\n/* Not built yet. */\n`);
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
    "dashboard": "FAILED",
    "style": "FAILED",
    "words": "FAILED",
    "licences": "FAILED",
    "packages": "FAILED",
  }, output);
  assertEquals(code, 1);
}));

for (
  const [script, args, path, change, complaint] of [
    ["check/check_style.ts", [], "src/common/x.ts", () => "export {};\n", /is named after nothing in particular/],
    [
      "build/generate_namespaces.ts",
      ["--check"],
      "src/operations/me.ts",
      (text: string) => text.replace(/^export async function |^export function /m, "$&renamed_"),
      /not up to date/,
    ],
    [
      "check/check_packages.ts",
      [],
      "sandbox/deno.json",
      (text: string) => text.replace(/"version": "[^"]*"/, '"version": "soon"'),
      /version|soon/i,
    ],
    [
      "release/publish.ts",
      ["--dry-run"],
      "mod.ts",
      (text: string) => `${text}\nexport * from "./src/gone.ts";\n`,
      /Cannot publish/,
    ],
    [
      "check/check_words.ts",
      [],
      "docs/paging.md",
      (text: string) => `${text}\nA pagge.\n`,
      /docs\/paging.md:\d+: "pagge"/,
    ],
    [
      "check/check_words.ts",
      [],
      "README.md",
      (text: string) => `${text}\nShow so\nmany.\n`,
      /: "Show so many": say it plainly/,
    ],
    ["release/notices.ts", ["--check"], "NOTICES.md", () => "None.\n", /out of date/],
  ] as const
) {
  Deno.test(inTree(`${script} fails on a tree that is broken in ${path}`, async (tree) => {
    await tree.change(path, change);
    const { code, output } = await tree.run(script, ...args);
    assert(code !== 0, output);
    assertMatch(output, complaint);
  }));
}

Deno.test(inTree("check/coverage.ts fails where a test does, and where too little is covered", async (tree) => {
  const path = "tests/only_test.ts";
  await tree.change(path, () => 'Deno.test("a", () => {\n  throw new Error("broken");\n});\n');
  assertEquals((await tree.run("check/coverage.ts", path)).code, 1);
  await tree.change(path, () => 'import "../src/formats/urn.ts";\nDeno.test("a", () => {});\n');
  const { code, output } = await tree.run("check/coverage.ts", path);
  assertEquals(code, 1);
  assertMatch(output, /1 passed/);
}));
