import { assertEquals, assertMatch } from "@std/assert";
import { emptyHome } from "../../../support/cli/cli.ts";

Deno.test("tonearm help works offline, exits 0, and has no colour in a pipe", async () => {
  await using home = await emptyHome({ TONEARM_API_URL: "http://127.0.0.1:1" });
  for (const argv of [["--help"], ["search", "--help"], ["-h", "playlist", "add"], ["profile", "-h"], []]) {
    const { code, stdout, stderr } = await home.run(argv);
    assertEquals({ code, stderr }, { code: 0, stderr: "" }, argv.join(" "));
    assertMatch(stdout, /^Usage:$/m);
    assertEquals(stdout.includes("\x1b"), false);
  }
});

Deno.test("tonearm help before a command is --help after it", async () => {
  await using home = await emptyHome();
  for (const path of [[], ["search"], ["playlist", "add"]]) {
    assertEquals(await home.run(["help", ...path]), await home.run([...path, "--help"]));
  }
  assertEquals((await home.run(["help", "serch"])).code, 2);
});
