import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { without } from "../../support/programs.ts";

const SCRIPT = fileURLToPath(new URL("../../../scripts/lab/stress.ts", import.meta.url));

Deno.test({
  name: "`deno task lab stress` lists a flaky test with the seed that reproduces it",
  ignore: without("timeout"),
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "tonearm-stress-test-" });
    try {
      const inOrder = 'let calls = 0;\nDeno.test("first", () => void calls++);\n' +
        'Deno.test("second", () => {\n  if (calls === 0) throw new Error("needs the first");\n});\n';
      await Deno.writeTextFile(`${folder}/order_test.ts`, inOrder);
      await Deno.writeTextFile(`${folder}/steady_test.ts`, 'Deno.test("a", () => {});\n');
      await Deno.writeTextFile(`${folder}/deno.json`, '{ "permissions": { "test": { "read": true } } }');
      const env = { TONEARM_DENO_CONFIG: `${folder}/deno.json`, NO_COLOR: "1" };
      const files = [`${folder}/order_test.ts`, `${folder}/steady_test.ts`];
      const flags = ["--times=6", "--seed=1", "--busy=1", "--at-once=2"];
      const args = ["run", "-A", "-q", "--no-config", "--no-lock", SCRIPT, ...flags, ...files];
      const { code, stdout } = await new Deno.Command(Deno.execPath(), { args, env }).output();
      const output = new TextDecoder().decode(stdout);
      assertEquals(code, 1, output);
      assertMatch(output, /^--times=6 --seed=1$/m);
      assertMatch(output, /^FAILED {2}\S+order_test\.ts$/m);
      assertMatch(output, /^ok {6}\S+steady_test\.ts$/m);
      assertMatch(output, /^ {2}--shuffle=\d {2}.*second: .*needs the first/m);
      assertMatch(output, /^1 files failed at least once$/m);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
