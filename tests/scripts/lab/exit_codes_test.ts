import { assertEquals, assertMatch } from "@std/assert";
import { ranScript } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/folder.ts";

const ENV = { TONEARM_CLIENT_ID: "", TONEARM_CLIENT_SECRET: "" };
const older = { openapi: "3.0.0", paths: { "/me": { get: { responses: {} } } } };
const newer = { openapi: "3.0.0", paths: { "/me": { get: { responses: {} }, put: {} } } };

/** Scripts with their arguments, exit codes and what they say on stderr; OLDER and NEWER are two documents. */
const ENDS: readonly (readonly [script: string, args: string, code: number, said: RegExp])[] = [
  ["lab/upstream.ts", "OLDER OLDER", 0, /^$/],
  ["lab/upstream.ts", "OLDER NEWER", 1, /^$/],
  ["lab/upstream.ts", "OLDER missing.json", 2, /missing\.json/],
  ["lab/upstream.ts", "", 2, /^Usage: /],
  ["lab/bench/main.ts", "search_bench WRONG", 2, /^There is no bench WRONG\. There are: .* search_bench\.ts /],
  ["lab/oracle.ts", "", 2, /TONEARM_CLIENT_ID/],
  ["lab/oracle.ts", "--wat", 2, /^Usage: /],
  ["lab/oracle.ts", "--replay --cassettes /nowhere/x.json", 2, /\/nowhere\/x\.json/],
];

for (const [script, args, expected, said] of ENDS) {
  Deno.test(`scripts/${script} ${args} ends with ${expected}`, async () => {
    await using folder = await temporaryFolder({
      "older.json": JSON.stringify(older),
      "newer.json": JSON.stringify(newer),
    });
    const words = args.replaceAll(/OLDER|NEWER/g, (name) => `${folder.path}/${name.toLowerCase()}.json`).split(" ");
    const { code, stdout, stderr } = await ranScript(script, words.filter(Boolean), { env: ENV });
    assertEquals(code, expected, stderr);
    assertMatch(stderr, said);
    if (code === 2) assertEquals(stdout, "");
  });
}
