import { assertEquals, assertMatch } from "@std/assert";
import { ranScript, without } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/folder.ts";

Deno.test({
  name: "`deno task lab stress` lists a flaky test with the seed that reproduces it",
  ignore: without("timeout"),
  async fn() {
    const inOrder = 'let calls = 0;\nDeno.test("first", () => void calls++);\n' +
      'Deno.test("second", () => {\n  if (calls === 0) throw new Error("needs the first");\n});\n';
    await using folder = await temporaryFolder({
      "order_test.ts": inOrder,
      "steady_test.ts": 'Deno.test("a", () => {});\n',
      "deno.json": '{ "permissions": { "test": { "read": true } } }',
    });
    const env = { TONEARM_DENO_CONFIG: `${folder.path}/deno.json` };
    const files = [`${folder.path}/order_test.ts`, `${folder.path}/steady_test.ts`];
    const flags = ["--times=6", "--seed=1", "--busy=1", "--at-once=2"];
    const { code, stdout: output } = await ranScript("lab/stress.ts", [...flags, ...files], { env });
    assertEquals(code, 1, output);
    assertMatch(output, /^--times=6 --seed=1$/m);
    assertMatch(output, /^FAILED {2}\S+order_test\.ts$/m);
    assertMatch(output, /^ok {6}\S+steady_test\.ts$/m);
    assertMatch(output, /^ {2}--shuffle=\d {2}.*second: .*needs the first/m);
    assertMatch(output, /^1 files failed at least once$/m);
  },
});
