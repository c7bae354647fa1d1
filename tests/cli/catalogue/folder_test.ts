import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { catalogueFixture } from "../../support/cli/catalogue.ts";

Deno.test("tonearm pull and plan reject a file in place of the folder, before any request", async () => {
  await using ann = await catalogueFixture();
  const file = `${ann.home.directory}/notes.txt`;
  await Deno.writeTextFile(file, "");
  const commands = [["pull", file, 2], ["pull", "/dev/null", 2], ["plan", file, 64]] as const;
  for (const [name, path, exit] of commands) {
    const { code, stderr } = await ann.home.run([name, path]);
    assertEquals({ name, path, code }, { name, path, code: exit });
    assertStringIncludes(stderr, `${path} is not a folder\n`);
  }
});

Deno.test("tonearm plan: a folder of another account is rejected", async () => {
  await using ann = await catalogueFixture({ users: [{ permalink: "ann" }, { permalink: "bob" }] });
  await ann.run("pull");
  const env = { TONEARM_TOKEN: ann.sandbox.issueTokens("bob").access_token };
  const { code, stderr } = await ann.home.run(["plan", ann.folder], { env });
  assertEquals(code, 64);
  assertMatch(
    stderr,
    /The folder holds the catalogue of soundcloud:users:\d+, but you are signed in as soundcloud:users:\d+/,
  );
});
