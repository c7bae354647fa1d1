import { assertEquals } from "@std/assert";
import { emptyHome } from "../../../support/cli/cli.ts";

Deno.test("tonearm help before a command is --help after it", async () => {
  await using home = await emptyHome();
  for (const path of [[], ["search"], ["playlist", "add"]]) {
    const help = await home.run([...path, "--help"]);
    for (const word of ["help", "-h"]) assertEquals(await home.run([word, ...path]), help);
  }
  assertEquals((await home.run(["help", "serch"])).code, 2);
});
