import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { AnyCommand } from "../../../cli/command.ts";
import { plain } from "../../../cli/output/style.ts";
import { groupedNames } from "../../../cli/commands.ts";
import { commandHelp } from "../../../cli/output/help.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { allCommands } from "../../support/cli/test_host.ts";

/** Returns whether a command has an action, and doesn't only group others. */
function hasAction(command: AnyCommand): boolean {
  return command.getBaseCommands().length === 0 || command.hasArguments();
}

Deno.test("tonearm --help: every command has a summary, its options with defaults, and two examples", async (t) => {
  for (const command of await allCommands()) {
    if (!hasAction(command)) continue;
    await t.step(command.getPath(), () => {
      const help = plain(commandHelp(command, Infinity));
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
      const inPipe = plain(commandHelp(command, Infinity));
      for (const columns of [80, 40]) {
        const help = plain(commandHelp(command, columns));
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
    const lines = plain(commandHelp(command, Infinity)).split("\n").filter((line) => /^ {2}(\$ |tonearm )/.test(line));
    assertEquals(lines.filter((line) => line.length > 80), []);
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

Deno.test("tonearm --help takes precedence over wrong usage", async () => {
  await using home = await emptyHome();
  assertMatch((await home.run(["search", "--lmit", "--help"])).stdout, /^Search tracks/);
});
