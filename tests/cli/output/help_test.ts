import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import process from "node:process";
import type { AnyCommand } from "../../../cli/command.ts";
import { plain } from "../../../cli/output/style.ts";
import { groupedNames } from "../../../cli/commands.ts";
import { commandHelp } from "../../../cli/output/help.ts";
import { VERSION } from "../../../cli/version.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { allCommands } from "../../support/cli/test_host.ts";

const UNWRAPPED = { columns: Infinity };

/** Returns whether a command has an action, and doesn't only group others. */
function hasAction(command: AnyCommand): boolean {
  return command.getBaseCommands().length === 0 || command.hasArguments();
}

Deno.test("tonearm --help: every command has a summary, its options with defaults, and two examples", async (t) => {
  for (const command of await allCommands()) {
    if (!hasAction(command)) continue;
    await t.step(command.getPath(), () => {
      const help = plain(commandHelp(command, UNWRAPPED));
      assertMatch(command.getShortDescription(), /^[A-Z][^\n]{5,100}$/);
      assertEquals(help.startsWith(`${command.getShortDescription()}\n`), true);
      assertStringIncludes(help, `  ${command.getPath()} [options]`);
      for (const { name, default: fallback } of command.getOptions()) {
        assertStringIncludes(help, `--${name}`);
        if (fallback !== undefined) assertStringIncludes(help, `default: ${fallback}`);
      }
      assertStringIncludes(help, "env: TONEARM_SANDBOX");
      assertEquals(command.getExamples().length >= 2, true);
      for (const { description } of command.getExamples()) assertStringIncludes(description, "tonearm");
    });
  }
});

Deno.test("tonearm --help: an option conflicts only with options of the same command", async (t) => {
  for (const command of await allCommands()) {
    await t.step(command.getPath(), () => {
      const names = command.getOptions().map(({ name }) => name);
      const conflicts = command.getOptions().flatMap(({ conflicts = [] }) => conflicts);
      assertEquals(conflicts.filter((name) => !names.includes(name)), []);
    });
  }
});

Deno.test("tonearm --help: on a terminal of 80 or 40 columns, help wraps between words and loses nothing", async (t) => {
  for (const command of await allCommands()) {
    await t.step(command.getPath(), () => {
      const inPipe = plain(commandHelp(command, UNWRAPPED));
      for (const columns of [80, 40]) {
        const help = plain(commandHelp(command, { columns }));
        const lines = help.split("\n").filter((line) =>
          !line.startsWith("  $ ") && !line.startsWith(`  ${command.getPath()}`)
        );
        assertEquals(lines.filter((line) => line.length > columns), []);
        assertEquals(help.split(/\s+/), inPipe.split(/\s+/));
      }
    });
  }
});

Deno.test("tonearm --help: no example or usage is wider than 80 columns", async () => {
  for (const command of await allCommands()) {
    const lines = plain(commandHelp(command, UNWRAPPED)).split("\n").filter((line) => /^ {2}(\$ |tonearm )/.test(line));
    assertEquals(lines.filter((line) => line.length > 80), []);
  }
});

Deno.test("tonearm help works offline, exits 0, and has no colour in a pipe", async () => {
  await using home = await emptyHome({ TONEARM_API_URL: "http://127.0.0.1:1" });
  for (const argv of [["--help"], ["search", "--help"], ["-h", "playlist", "add"], ["profile", "-h"], []]) {
    const { code, stdout, stderr } = await home.run(argv);
    assertEquals({ code, stderr }, { code: 0, stderr: "" }, argv.join(" "));
    assertMatch(stdout, /^Usage:$/m);
    assertEquals(stdout.includes("\x1b"), false);
  }
});

Deno.test("tonearm --help names a task for each group of commands, and only commands that there are", async () => {
  const paths = new Set((await allCommands()).map((command) => command.getPath().replace(/^tonearm /, "")));
  assertEquals(groupedNames().map(([task]) => task), [
    ...["Find", "Listen", "User lists", "Personal", "Reactions", "Publish", "Catalogue", "Account", "Develop"],
  ]);
  for (const [task, commands] of groupedNames()) {
    assertEquals(commands.split(", ").filter((name) => !paths.has(name)), [], task);
  }
});

Deno.test("tonearm --help: every paragraph ends, and every example and option says what it is for", async (t) => {
  for (const command of await allCommands()) {
    await t.step(command.getPath(), () => {
      const [, ...details] = command.getDescription().split("\n\n");
      for (const paragraph of details) assertMatch(paragraph, /[.:;)`]$|^ {2}/);
      for (const { name } of command.getExamples()) assertMatch(name, /^[A-Z`].{3,}[^.]$/);
      for (const { description } of command.getOptions()) assertMatch(description, /^[A-Z`].{3,}$/);
    });
  }
});

Deno.test("tonearm help before a command is --help after it", async () => {
  await using home = await emptyHome();
  for (const path of [[], ["search"], ["playlist", "add"]]) {
    assertEquals(await home.run(["help", ...path]), await home.run([...path, "--help"]));
  }
  assertEquals((await home.run(["help", "serch"])).code, 2);
});

Deno.test("tonearm --help takes precedence over wrong usage", async () => {
  await using home = await emptyHome();
  assertMatch((await home.run(["search", "--lmit", "--help"])).stdout, /^Search tracks/);
});

Deno.test("tonearm --version prints the version of the package", async () => {
  await using home = await emptyHome();
  const { version } = JSON.parse(await Deno.readTextFile(new URL("../../../cli/deno.json", import.meta.url)));
  assertEquals(version, VERSION);
  assertEquals(await home.run(["--version"]), { code: 0, stdout: `tonearm ${version}\n`, stderr: "" });
  assertEquals((await home.run(["-V"])).stdout, `tonearm ${version}\n`);
  assertEquals((await home.run(["search", "--version"])).stdout, `tonearm ${version}\n`);
});

Deno.test("tonearm --version --verbose shows how the program was built and its runtime", async () => {
  await using home = await emptyHome();
  for (const argv of [["--version", "--verbose"], ["-v", "-V"]]) {
    const { code, stdout } = await home.run(argv);
    const [first, ...others] = stdout.split("\n");
    assertEquals({ code, first }, { code: 0, first: `tonearm ${VERSION}` });
    assertEquals(others.map((line) => line.split(/ +/)[0]), ["built", "runtime", "system", ""]);
    if (Deno.env.has("TONEARM_BIN")) continue;
    const { deno, v8 } = Deno.version;
    assertEquals(others.map((line) => line.slice(9)), [
      ...["from source", `deno ${deno}, v8 ${v8}`, `${process.platform} ${process.arch}`, ""],
    ]);
  }
});
