import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { matching } from "../../../cli/output/picker.ts";
import { type Home, serveWorld } from "../../support/cli/cli.ts";
import { without } from "../../support/programs.ts";

const ARROW_DOWN = "\x1b[B";

Deno.test("matching() finds the choices that contain every word, ignoring case", () => {
  const choices = ["Late Ferry", "Ferry, late", "Later"].map((label) => ({ label, value: label }));
  const found = (query: string) => matching(choices, query).map(({ label }) => label);
  assertEquals(found(""), ["Late Ferry", "Ferry, late", "Later"]);
  assertEquals(found("LATE fer"), ["Late Ferry", "Ferry, late"]);
  assertEquals(found("none"), []);
});

/** Runs a command in a terminal, and presses keys when it prompts. */
async function answer(home: Home, args: readonly string[], keys: readonly (readonly [RegExp, string])[]) {
  const running = home.start(args, { columns: 80 });
  for (const [question, pressed] of keys) {
    await running.printed(question);
    running.type(pressed);
  }
  return await running.outcome;
}

Deno.test({
  name: "tonearm: a missing id is picked at a terminal from your own items by typing part of the name",
  ignore: without("script"),
  async fn() {
    await using world = await serveWorld();
    const { home } = world;
    await home.run(["playlist", "create", "Late Ferry"]);
    await home.run(["playlist", "create", "Later Ferry"]);
    const shown = await answer(home, ["playlist", "show", "--json=title"], [[/Which playlist\?/, "later\r"]]);
    assertStringIncludes(shown.stdout, '"title": "Later Ferry"');
    assertEquals(shown.code, 0);
    const added = await answer(home, ["playlist", "add"], [[/Which playlist\?/, "late fer\r"], [
      /Which track\?/,
      `\t${ARROW_DOWN}\t\r`,
    ]]);
    assertEquals(added.code, 0);
    assertStringIncludes(added.stdout, "now has 2 tracks");
  },
});

Deno.test({
  name:
    "tonearm: Escape leaves the picker with exit 130; there is no picker without a terminal, on a dumb one, or with --no-input",
  ignore: without("script"),
  async fn() {
    await using world = await serveWorld();
    const { home } = world;
    assertEquals((await answer(home, ["like"], [[/Which track\?/, "\x1b"]])).code, 130);
    const piped = await home.spawn(["like"]);
    assertEquals(piped.code, 2);
    assertStringIncludes(piped.stderr, "Missing argument: id...");
    for (const [words, TERM] of [[["like", "--no-input"], "xterm"], [["like"], "dumb"], [["play"], "dumb"]] as const) {
      const { code, stdout } = await home.spawn(words, { columns: 80, env: { TERM, NO_COLOR: "1" } });
      assertEquals(code, 2);
      assertMatch(stdout, /^error: Missing argument: (id|what)\.\.\.\r\n\w/);
    }
  },
});
