import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { serveWorld } from "../../../support/cli/cli.ts";
import { screenLines } from "../../../support/cli/test_host.ts";

Deno.test("tonearm doctor reports a healthy set-up with exit 0", async () => {
  await using world = await serveWorld();
  const { code, stdout, stderr } = await world.home.run(["doctor"]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  assertMatch(stdout, /^ok\tversions\ttonearm \d+\.\d+\.\d+, \w+ \d/);
  assertMatch(stdout, /\nok\tapi host\thttp.* responded within \d+ ms\nok\tlogin host\t/);
  assertMatch(stdout, /\nok\tcredentials\tNight Ferry's, from token\n/);
});

Deno.test("tonearm doctor at a terminal names a rejected token without showing it, with advice below", async () => {
  await using world = await serveWorld();
  const env = { TONEARM_TOKEN: "very-secret-token", PATH: "/no/such/folder" };
  const { code, stdout } = await world.home.run(["doctor"], { env, columns: 100 });
  const lines = screenLines(stdout);
  assertEquals(code, 1);
  const [problem = "", advice = ""] = lines.slice(lines.findIndex((line) => line.includes("credentials")));
  assertStringIncludes(problem, "SoundCloud rejected the token of TONEARM_TOKEN");
  assertMatch(advice, /^ {5,}\S/);
  assertStringIncludes(lines.at(-2) ?? "", "need attention: ");
  assert(!stdout.includes("very-secret-token"));
});
