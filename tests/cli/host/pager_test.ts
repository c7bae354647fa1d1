import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import process from "node:process";
import { ClosedPipe, Failure } from "../../../cli/errors.ts";
import { openPager, pagerCommand } from "../../../cli/host/pager.ts";
import { emptyHome, serveWorld } from "../../support/cli/cli.ts";
import { without } from "../../support/programs.ts";
import { screenLines } from "../../support/cli/test_host.ts";

Deno.test("pagerCommand() takes TONEARM_PAGER, then PAGER, then less where it is installed", async () => {
  await using home = await emptyHome();
  const PATH = home.directory;
  assertEquals(pagerCommand({ PATH }), undefined);
  assertEquals(pagerCommand({ PATH, PAGER: "more" }), "more");
  assertEquals(pagerCommand({ PATH, PAGER: "more", TONEARM_PAGER: "bat -p" }), "bat -p");
  for (const none of ["", " ", "cat"]) {
    assertEquals(pagerCommand({ PATH, PAGER: "more", TONEARM_PAGER: none }), undefined);
  }
  await Deno.writeTextFile(join(PATH, "less"), "", { mode: 0o755 });
  assertEquals(pagerCommand({ PATH }), "less");
});

Deno.test({
  name: "openPager() passes the text on, and the user's variables without credentials, and leaves nothing behind",
  ignore: without("sh"),
  async fn() {
    await using home = await emptyHome();
    const before = process.listeners("exit");
    const own = { PATH: Deno.env.get("PATH") ?? "", HOME: home.directory, TONEARM_TOKEN: "t", LESSCHARSET: "latin1" };
    const command = 'echo "$LESS,$LV,$LESSCHARSET,${TONEARM_TOKEN-none}" > "$HOME/seen"; cat >> "$HOME/seen"';
    for (const [more, options] of [[{}, "FRX,-c"], [{ LESS: "S", LV: "x" }, "S,x"]] as const) {
      const pager = openPager(command, { ...own, ...more });
      for (const text of ["one ", "two"]) await pager.write(text);
      await pager.close();
      assertEquals(await Deno.readTextFile(join(home.directory, "seen")), `${options},utf-8,none\none two`);
    }
    const gone = openPager("exec <&-; exit 3", own);
    const reason = await assertRejects(async () => {
      for (;;) await gone.write("x".repeat(100_000));
    }, ClosedPipe);
    assertEquals(reason.message, "nobody reads any more");
    await gone.close();
    assertEquals(process.listeners("exit"), before);
  },
});

Deno.test({
  name: "tonearm: a list on a terminal goes through the pager, and notes follow after the pager",
  ignore: without("script", "sed"),
  async fn() {
    await using world = await serveWorld();
    const env = { TONEARM_PAGER: "sed 's/^/paged: /'" };
    const { code, stdout } = await world.home.spawn(["tracks", "1", "--limit", "3"], { columns: 100, env });
    const lines = screenLines(stdout);
    assertEquals(code, 0);
    assertEquals(lines.slice(0, 4).map((line) => line.includes("paged: ")), [true, true, true, true]);
    assertEquals(lines.slice(4), ["Showing the first 3; use --limit or --all."]);
  },
});

Deno.test({
  name: "tonearm: there is no pager in a pipe, or for single results",
  ignore: without("script", "sed"),
  async fn() {
    await using world = await serveWorld();
    const env = { TONEARM_PAGER: "sed 's/^/paged: /'" };
    const { home } = world;
    const outcomes = [
      await home.spawn(["tracks", "1"], { env }),
      await home.spawn(["me"], { columns: 100, env }),
    ];
    for (const { code, stdout } of outcomes) {
      assertEquals({ code, isPaged: stdout.includes("paged: ") }, { code: 0, isPaged: false });
    }
  },
});

Deno.test({
  name: "tonearm: quitting the pager ends the program quietly, and a pager that can't run is named",
  ignore: without("script", "head"),
  async fn() {
    await using world = await serveWorld();
    const early = await world.home.spawn(["tracks", "1", "--all"], {
      columns: 100,
      env: { TONEARM_PAGER: "head -n 1" },
    });
    assertEquals(early.code, 0);
    assertStringIncludes(early.stdout, "TITLE");
    assertEquals(screenLines(early.stdout).length, 1);
    const missing = await world.home.spawn(["tracks", "1"], { columns: 100, env: { TONEARM_PAGER: "no-such-pager" } });
    assertEquals(missing.code, 1);
    const said = 'error: Cannot run the pager "no-such-pager"\nTONEARM_PAGER or PAGER sets it; --no-pager uses none.';
    assertStringIncludes(screenLines(missing.stdout).join("\n"), said);
  },
});

Deno.test("openPager(): a pager that can't run is named even where nothing was written", async () => {
  await assertRejects(() => openPager("exit 127", {}).close(), Failure, 'Cannot run the pager "exit 127"');
});

Deno.test({
  name: "tonearm: less prints a list that fits on the screen and exits",
  ignore: without("script", "less"),
  async fn() {
    await using world = await serveWorld();
    const run = { columns: 100, env: { TONEARM_PAGER: "less", LESS: undefined } };
    const { code, stdout } = await world.home.spawn(["tracks", "1", "--limit", "3"], run);
    assertEquals(code, 0);
    assertEquals(screenLines(stdout).filter((line) => line.includes("soundcloud:tracks:")).length, 3);
    const named = { columns: 100, env: { ...run.env, LC_ALL: "C", LANG: "C" } };
    const cut = await world.home.spawn(["tracks", "1", "--limit", "20"], named);
    assertEquals(/<E2><80><A6>|…/.exec(cut.stdout)?.[0], "…");
  },
});
