import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { catalogueFixture } from "../../support/cli/catalogue.ts";

Deno.test("tonearm plan: shows deletions first, and until when a track is private, with its zone", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  const [head = "", first = ""] = (await ann.read("tracks.csv")).split("\n");
  const index = head.split(",").indexOf("publish_at");
  const cells = first.replace('"rain, night"', "rain").split(",").with(index, "2999-12-01");
  await ann.write("tracks.csv", `${head}\n${cells.join(",")}\n`);
  const { code, stdout } = await ann.run("plan", "--prune");
  assertEquals(code, 2);
  assertMatch(stdout, /^- delete Lost window.*\n~ change Night ferry.*\n {4}sharing: "public" → "private"\n/);
  assertStringIncludes(stdout, "    private until 2999-12-01T00:00:00.000Z\n");
});

Deno.test("tonearm plan: wrong usage is exit 64, so that nobody takes it for pending changes", async () => {
  await using ann = await catalogueFixture();
  await ann.run("pull");
  for (const args of [["--nope"], ["--max-delete", "many"], ["--json=nope"]]) {
    assertEquals((await ann.run("plan", ...args)).code, 64, args.join(" "));
  }
});
