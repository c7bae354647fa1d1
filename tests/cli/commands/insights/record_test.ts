import { assertEquals, assertMatch } from "@std/assert";
import type { Recording } from "@tonearm/client/insights";
import { drawRecording } from "../../../../cli/commands/insights/record.ts";
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

Deno.test("drawRecording() counts what happened, in words", () => {
  const recording = {
    status: "recorded",
    source: { kind: "user", urn: "soundcloud:users:1", title: "Night Ferry" },
    at: new Date("2026-03-01T12:00:59Z"),
    ...{ requests: 1, things: 2, changed: 5, clockOffsetMs: 0 },
  } as const;
  const told = (events: Recording["events"]) => drawRecording({ ...recording, events } as Recording);
  const line = (more: string) => `Night Ferry: 5 changes in 2 items${more}, 2026-03-01 12:00 UTC, 1 request\n`;
  assertEquals(told({}), line(""));
  assertEquals(told({ new: 3, mark: 1 }), line(" (3 new, 1 milestone)"));
  assertEquals(told({ mark: 2, gone: 1 }), line(" (2 milestones, 1 gone)"));
  const none = drawRecording({ ...recording, things: 0, changed: 0, events: {} } as Recording);
  assertEquals(none, "Night Ferry: not found, 2026-03-01 12:00 UTC, 1 request\n");
});
