import { assertEquals, assertMatch } from "@std/assert";
import { readFile } from "node:fs/promises";
import { emptyHome, program, stubServer } from "../../../support/cli/cli.ts";
import { without } from "../../../support/programs.ts";

Deno.test({
  name: "docs/command-line/insights.md: its script records a day's plays in a sandbox with listeners",
  ignore: without("sh", "curl"),
  async fn() {
    await using home = await emptyHome();
    const page = await readFile(new URL("../../../../docs/command-line/insights.md", import.meta.url), "utf8");
    const [, script = ""] = /```sh\n([^`]*_sandbox\/clock[^`]*)```/.exec(page) ?? [];
    const tonearm = `tonearm() { ${program().map((word) => `'${word}'`).join(" ")} "$@"; }`;
    const line = `${tonearm}\ncd '${home.directory}'\n${script}`;
    const [, options = ""] = /`tonearm (sandbox exec .*) -- sh try.sh`/.exec(page) ?? [];
    const { code, stdout, stderr } = await home.spawn([...options.split(" "), "--", "sh", "-ec", line]);
    assertEquals(code, 0, stderr);
    assertMatch(stdout, /^.+\t\d+\t[1-9]\d*\t/m);
  },
});

Deno.test("tonearm insights record --every ends when the login is over", async () => {
  await using server = stubServer(() => new Response("", { status: 401 }));
  await using home = await emptyHome({ TONEARM_API_URL: server.url, TONEARM_TOKEN: "t" });
  assertEquals((await home.spawn(["insights", "record", "--every", "6h"])).code, 4);
});
