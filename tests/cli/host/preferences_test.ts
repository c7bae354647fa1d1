import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { emptyHome } from "../../support/cli/cli.ts";
import { withoutAlias, wordsOf } from "../../../cli/host/preferences.ts";

Deno.test("tonearm: a configuration that cannot be read is wrong usage that names the file", async () => {
  await using home = await emptyHome();
  await Deno.mkdir(home.config, { recursive: true });
  for (const text of ["{", '{"aliases":[1]}', '{"defaults":{"limit":5}}', "null"]) {
    await Deno.writeTextFile(join(home.config, "config.json"), text);
    const { code, stderr } = await home.run(["me"]);
    assertEquals({ text, code }, { text, code: 2 });
    assertStringIncludes(stderr, `${join(home.config, "config.json")} is not a configuration`);
  }
});

Deno.test("wordsOf() splits at spaces that are not in quotes; withoutAlias() leaves values and options alone", () => {
  assertEquals(wordsOf(`a "b c" d'e f' --x="y z" ''`), ["a", "b c", "de f", "--x=y z", ""]);
  const aliases = { night: "search late" };
  for (const option of ["--profile", "--jq", "--template", "--timeout", "--retries"]) {
    assertEquals(withoutAlias([option, "night", "me"], aliases), [option, "night", "me"]);
  }
  assertEquals(withoutAlias(["search", "night"], aliases), ["search", "night"]);
  assertEquals(withoutAlias(["constructor"], aliases), ["constructor"]);
});
