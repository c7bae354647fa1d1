import { assert, assertEquals } from "@std/assert";
import { changes, goldenTests, kinds } from "../../scripts/accept.ts";
import { projectFiles } from "../../scripts/project_files.ts";

const ROOT = new URL("../../", import.meta.url);
const VARIABLE = ["TONEARM", "GOLDEN"].join("_");

Deno.test("goldenTests() finds the tests that write a golden file, also through a module", () => {
  const texts = new Map([
    ["tests/a_test.ts", `if (Deno.env.get("${VARIABLE}") === "write") write();`],
    ["tests/support/golden.ts", `Deno.env.get("${VARIABLE}")`],
    ["tests/b/b_test.ts", 'import { hold } from "../support/golden.ts";'],
    ["tests/c_test.ts", "nothing"],
    ["scripts/accept.ts", VARIABLE],
  ]);
  assertEquals(goldenTests(texts), ["tests/a_test.ts", "tests/b/b_test.ts"]);
});

Deno.test("changes() names files that are new, gone or different", () => {
  const before = new Map([["a", "1"], ["b", "1"], ["c", "1"]]);
  assertEquals(changes(before, new Map([["a", "1"], ["b", "2"], ["d", "1"]])), ["b", "c", "d"]);
});

Deno.test("scripts/accept.ts runs every script that writes a file of the project", async () => {
  const texts = await Promise.all(
    (await projectFiles("*.ts")).map(async (path) => [path, await Deno.readTextFile(new URL(path, ROOT))] as const),
  );
  const named = kinds(goldenTests(new Map(texts))).flatMap(({ commands }) => commands.flat());
  const check = await Deno.readTextFile(new URL("scripts/check/check.ts", ROOT));
  const generated = [...check.matchAll(/script\("([\w/]+)", "--check"\)/g)].map(([, path]) => `scripts/${path}.ts`);
  assert(generated.length > 2);
  assertEquals(generated.filter((path) => !named.includes(path)), []);
});
