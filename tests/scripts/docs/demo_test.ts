import { assert, assertEquals, assertMatch } from "@std/assert";
import { chooseConfig } from "../../../scripts/deno.ts";

const ROOT = new URL("../../../", import.meta.url);

/** Runs the demo as its task does, or this code in its place. */
async function runDemo(code?: string): Promise<{ code: number; out: string; err: string }> {
  const args = [
    "run",
    "-q",
    "--config",
    await chooseConfig(),
    "-P=demo",
    code === undefined ? "scripts/docs/demo.ts" : "-",
  ];
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await new Blob([code ?? ""]).stream().pipeTo(child.stdin);
  const { code: exit, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code: exit, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** The titles of the steps in a demo's output. */
function titles(output: string): string[] {
  return [...output.matchAll(/^ ?\d+ {2}(.+?) {2,}\d+ ms/gm)].map(([, title = ""]) => title);
}

Deno.test("deno task demo: plays all of its steps", async () => {
  const { code, out, err } = await runDemo();
  assertEquals({ code, err }, { code: 0, err: "" }, out);
  assertMatch(out, /steps passed in [\d.]+ s\.\n$/);
  assert(titles(out).length > 10);
});

Deno.test("deno task demo: fails with the failed step", async () => {
  const { code, out, err } = await runDemo(`
    import { expect, Story } from "./scripts/docs/demo/story.ts";
    await new Story().step("listen", async () => expect(false, "nothing to hear"), () => "");
  `);
  assertEquals(code, 1);
  assertMatch(out, /^ 1 {2}listen .* FAILED\n$/);
  assertMatch(err, /nothing to hear/);
});
