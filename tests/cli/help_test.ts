import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { COMMANDS } from "../../cli/catalog.ts";
import { spelled } from "../../cli/arguments.ts";
import type { Entry } from "../../cli/command.ts";
import { EXITS } from "../../cli/errors.ts";
import { commandHelp } from "../../cli/help.ts";
import { palette } from "../../cli/output/color.ts";
import { VERSION } from "../../cli/version.ts";
import { emptyHome } from "../support/cli.ts";

const PAPER = { columns: Infinity, palette: palette(false) };

/** Every command with its path; groups without a command of their own are left out. */
function flat(entries: readonly Entry[], path: string = "tonearm"): (Entry & { path: string })[] {
  return entries.flatMap((entry) => {
    const own = `${path} ${entry.name}`;
    return [...(entry.load ? [{ ...entry, path: own }] : []), ...flat(entry.commands ?? [], own)];
  });
}

Deno.test("every command has a line, its options with defaults and variables, and two examples", async (t) => {
  for (const entry of flat(COMMANDS)) {
    await t.step(entry.path, async () => {
      const command = await entry.load?.();
      if (!command) throw new Error("no command");
      const help = commandHelp({ ...entry, command }, PAPER);
      assertMatch(entry.summary, /^[A-Z][^\n]{5,70}$/);
      assertEquals(help.startsWith(`${entry.summary}\n`), true);
      assertStringIncludes(help, `  ${entry.path} [options] ${command.words}`.trimEnd());
      for (const [name, option] of Object.entries(command.options)) {
        assertStringIncludes(help, spelled(name));
        if (option.fallback !== undefined) assertStringIncludes(help, `default: ${option.fallback}`);
      }
      assertStringIncludes(help, "env: TONEARM_SANDBOX");
      assertEquals(command.examples.length >= 2, true);
      for (const [, line] of command.examples) assertStringIncludes(line, "tonearm");
    });
  }
});

Deno.test("on a terminal help breaks between words, at 80 columns and at 40, and nothing is lost", async (t) => {
  for (const entry of flat(COMMANDS)) {
    await t.step(entry.path, async () => {
      const command = await entry.load?.();
      if (!command) throw new Error("no command");
      const inPipe = commandHelp({ ...entry, command }, PAPER);
      for (const columns of [80, 40]) {
        const help = commandHelp({ ...entry, command }, { ...PAPER, columns });
        const lines = help.split("\n").filter((line) =>
          !line.startsWith("  $ ") && !line.startsWith(`  ${entry.path}`)
        );
        assertEquals(lines.filter((line) => line.length > columns), []);
        assertEquals(help.split(/\s+/), inPipe.split(/\s+/));
      }
    });
  }
});

Deno.test("no example and no usage is wider than a terminal of 80 columns", async () => {
  for (const entry of flat(COMMANDS)) {
    const { examples = [], words = "" } = await entry.load?.() ?? {};
    const lines = [...examples.map(([, line]) => `  $ ${line}`), `  ${entry.path} [options] ${words}`];
    assertEquals(lines.filter((line) => line.length > 80), []);
  }
});

Deno.test("help works offline, exits 0, and has no colour in a pipe", async () => {
  await using home = await emptyHome({ TONEARM_API_URL: "http://127.0.0.1:1" });
  for (const argv of [["--help"], ["search", "--help"], ["-h", "playlist", "add"], ["profile", "-h"], []]) {
    const { code, stdout, stderr } = await home.run(argv);
    assertEquals({ code, stderr }, { code: 0, stderr: "" }, argv.join(" "));
    assertMatch(stdout, /^Usage:$/m);
    assertEquals(stdout.includes("\x1b"), false);
  }
});

Deno.test("the help of the program lists the commands, the variables and the exit codes", async () => {
  await using home = await emptyHome();
  const { stdout } = await home.run(["--help"]);
  for (const { name, summary } of COMMANDS) assertMatch(stdout, new RegExp(`^  ${name} +${summary}$`, "m"));
  for (const { code, meaning } of Object.values(EXITS)) {
    assertStringIncludes(stdout, `  ${String(code).padEnd(3)}  ${meaning}`);
  }
  assertStringIncludes(stdout, "TONEARM_CONFIG_DIR");
});

Deno.test("help before a command is --help after it", async () => {
  await using home = await emptyHome();
  for (const path of [[], ["search"], ["playlist", "add"]]) {
    assertEquals(await home.run(["help", ...path]), await home.run([...path, "--help"]));
  }
  assertEquals((await home.run(["help", "serch"])).code, 2);
});

Deno.test("--help wins over a wrong command line", async () => {
  await using home = await emptyHome();
  assertMatch((await home.run(["search", "--lmit", "--help"])).stdout, /^Search tracks/);
});

Deno.test("--version prints the version of the package", async () => {
  await using home = await emptyHome();
  const { version } = JSON.parse(await Deno.readTextFile(new URL("../../cli/deno.json", import.meta.url)));
  assertEquals(version, VERSION);
  assertEquals(await home.run(["--version"]), { code: 0, stdout: `tonearm ${version}\n`, stderr: "" });
  assertEquals((await home.run(["-V"])).stdout, `tonearm ${version}\n`);
});
