import { assertEquals, assertStringIncludes } from "@std/assert";
import { emptyHome } from "../../../support/cli/cli.ts";
import { startServing, stop } from "../../../support/cli/serving.ts";

Deno.test("tonearm sandbox env prints the variables of the running sandbox", async () => {
  await using home = await emptyHome();
  assertEquals((await home.run(["sandbox", "env"])).code, 1);
  const running = await startServing(home, "start");
  const { stdout } = await home.run(["sandbox", "env"]);
  assertStringIncludes(stdout, `export TONEARM_API_URL='${running.ready.url}'\n`);
  const variables = JSON.parse((await home.run(["sandbox", "env", "--json"])).stdout);
  assertEquals(variables.TONEARM_CLIENT_SECRET, running.ready.clientSecret);
  assertEquals((await home.run(["search", "lofi", "--limit", "1"], { env: variables })).code, 0);
  const { stdout: asUser, stderr } = await home.run(["sandbox", "env", "--user", "1", "--verbose"]);
  assertEquals(asUser.replace(/^export TONEARM_TOKEN='[\w.-]+'\n/m, ""), stdout);
  assertStringIncludes(stderr, "/oauth/token 200 ");
  await stop(running);
  assertEquals((await home.run(["sandbox", "env"])).code, 1);
  // A shell evaluates the lines, whatever a value has.
  const left = { ...running.ready, clientSecret: "it's", pid: Deno.pid };
  await Deno.writeTextFile(`${home.data}/running.json`, JSON.stringify(left));
  assertStringIncludes((await home.run(["sandbox", "env"])).stdout, "_SECRET='it'\\''s'\n");
});
