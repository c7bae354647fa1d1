import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { catalogueFixture } from "../../support/cli/catalogue.ts";

Deno.test("tonearm pull rejects a file in place of its folder, before any request", async () => {
  await using ann = await catalogueFixture();
  const file = `${ann.home.directory}/notes.txt`;
  await Deno.writeTextFile(file, "");
  for (const path of [file, "/dev/null"]) {
    const { code, stderr } = await ann.home.run(["pull", path]);
    assertEquals({ path, code }, { path, code: 2 });
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
