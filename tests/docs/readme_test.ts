import { assert, assertEquals } from "@std/assert";
import { chooseConfig } from "../../scripts/deno.ts";
import { ran } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);
const README = await Deno.readTextFile(new URL("README.md", ROOT));

Deno.test("README.md: the example runs as written, by the named task, and finds tracks", async () => {
  const [, example = ""] = /```ts\n(.*?)```/s.exec(README) ?? [];
  const lines = example.split("\n").filter((line) => line !== "");
  assert(lines.length <= 6, `the example has ${lines.length} lines`);
  const env = { TONEARM_DENO_CONFIG: await chooseConfig() };
  const options = { cwd: ROOT, env, input: example };
  const { code, stdout, stderr } = await ran(Deno.execPath(), ["task", "--quiet", "run", "-"], options);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  assert(stdout.split("\n").some((line) => line === "Sunday Ferry (lofi study mix)"));
});

Deno.test("README.md links to files that exist", async () => {
  const targets = [...README.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
  assert(targets.length > 2);
  for (const target of targets) assert((await Deno.stat(new URL(target, ROOT))).isFile, target);
});

Deno.test("README.md and CONTRIBUTING.md name tasks that exist", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const text = README + await Deno.readTextFile(new URL("CONTRIBUTING.md", ROOT));
  const named = [...text.matchAll(/deno(?:@[\d.]+)? task ([\w:]+)/g)].map(([, name = ""]) => name);
  assertEquals(named.filter((name) => !(name in tasks)), []);
  assert(named.length > 5);
});

Deno.test("README.md has no block but those that tests run", () => {
  const kinds = [...README.matchAll(/^```(\w*)\n[^]*?^```$/gm)].map(([, kind]) => kind);
  // `page_commands_test.ts` lists the commands of `sh`; the example runs above.
  assertEquals(kinds.filter((kind) => kind !== "sh"), ["ts"]);
});
