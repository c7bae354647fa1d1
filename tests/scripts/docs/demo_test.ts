import { assert, assertEquals, assertMatch } from "@std/assert";
import { chooseConfig } from "../../../scripts/deno.ts";
import { type Ran, ran } from "../../support/programs.ts";

const ROOT = new URL("../../../", import.meta.url);

/** Runs the demo as its task does, or this code in its place. */
async function runDemo(input?: string): Promise<Ran> {
  const program = input === undefined ? "scripts/docs/demo.ts" : "-";
  const args = ["run", "-q", "--config", await chooseConfig(), "-P=demo", program];
  return await ran(Deno.execPath(), args, { cwd: ROOT, ...(input !== undefined && { input }) });
}

/** The titles of the steps in a demo's output. */
function titles(output: string): string[] {
  return [...output.matchAll(/^ ?\d+ {2}(.+?) {2,}\d+ ms/gm)].map(([, title = ""]) => title);
}

Deno.test("deno task demo: plays all of its steps", async () => {
  const { code, stdout: out, stderr: err } = await runDemo();
  assertEquals({ code, err }, { code: 0, err: "" }, out);
  assertMatch(out, /steps passed in [\d.]+ s\.\n$/);
  assert(titles(out).length > 10);
});

Deno.test("deno task demo: fails with the failed step", async () => {
  const { code, stdout: out, stderr: err } = await runDemo(`
    import { expect, Story } from "./scripts/docs/demo/story.ts";
    await new Story().step("listen", async () => expect(false, "nothing to hear"), () => "");
  `);
  assertEquals(code, 1);
  assertMatch(out, /^ 1 {2}listen .* FAILED\n$/);
  assertMatch(err, /nothing to hear/);
});
