import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { writeManPages } from "../../../scripts/docs/reference/man.ts";
import { commandsPage } from "../../../scripts/docs/reference/markdown.ts";
import { commandTree, flatten } from "../../../scripts/docs/reference/tree.ts";
import { ran, without } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/folder.ts";

Deno.test("commandsPage() has a section for each command, with its own options, and explains shared ones once", async () => {
  const page = await commandsPage();
  const [, add = ""] = page.split("## tonearm playlist add\n");
  assertMatch(add, /^\nAdd tracks to a playlist\.\n\n- `tonearm playlist add \[options\] </);
  assertMatch(add, /\*\*Options\*\*\n\n(?:- `.*\n)*- \[Shared\]\(#shared-options\): `--dry-run`, `--force`\n\n/);
  assertMatch(add, /\*\*JSON fields\*\*\n\nthose of \[tonearm playlist\]\(#tonearm-playlist\)\n\n\*\*Examples/);
  assertEquals(page.match(/^- `(?:--profile <name>|--dry-run|--columns <names>)`: /gm)?.length, 3);
  assertEquals(/^## .* complete$/m.exec(page), null);
});

Deno.test("flatten() lists a command before those below it", async () => {
  const paths = flatten(await commandTree()).map(({ path }) => path);
  assertEquals(paths[0], "tonearm");
  assertEquals(paths.indexOf("tonearm playlist add") > paths.indexOf("tonearm playlist"), true);
});

Deno.test({
  name: "writeManPages(): `man` and mandoc read every manual page without a warning",
  ignore: without("man", "mandoc"),
  async fn() {
    await using folder = await temporaryFolder();
    const names = await writeManPages(folder.path);
    assertEquals(names.length, flatten(await commandTree()).length);
    const findings = await output("mandoc", ["-T", "lint", "-W", "style", ...names], folder.path);
    assertEquals(findings, "");
    const page = await output("man", ["--warnings", "-l", "tonearm-playlist-add.1"], folder.path);
    assertMatch(page, /^NAME\n +tonearm-playlist-add - add tracks to a playlist\n/m);
    assertMatch(page, /^EXAMPLES\n +tonearm playlist add soundcloud:playlists:121 1143\n +Add a track\n/m);
    const root = await output("man", ["--warnings", "-l", "tonearm.1"], folder.path);
    for (const part of ["TONEARM_PROFILE", "EXIT STATUS", "tonearm-search(1)"]) assertStringIncludes(root, part);
  },
});

/** What a program says on both streams. */
async function output(program: string, args: readonly string[], cwd: string): Promise<string> {
  const env = { MANWIDTH: "80", LC_ALL: "C.UTF-8", MANPAGER: "cat", MAN_KEEP_FORMATTING: "" };
  return (await ran(program, args, { cwd, env })).output;
}
