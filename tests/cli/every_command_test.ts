import { assert, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { COMMANDS } from "../../cli/commands.ts";
import { CODES } from "../../cli/output/style.ts";
import { commandTree, flatten } from "../../scripts/docs/reference/tree.ts";
import { serveWorld } from "../support/cli/cli.ts";
import { DRIVER, EmulatedTerminal, type TerminalKind, TERMINALS, TITLES } from "../support/cli/screen.ts";
import { without } from "../support/programs.ts";
import { envOf, runInProcess } from "../support/cli/test_host.ts";

const EXAMPLES = new Map(flatten(await commandTree()).map(({ path, examples }) => [path, examples]));
/** Commands that end only when they are interrupted, or that start other programs. Their help and errors are shown. */
const ENDLESS =
  /^(play|watch|open|login|logout|auth|pull|plan|apply|upload|mcp|upgrade|insights.*|sandbox.*|feed --follow)$/;
const PLAIN = /^tonearm [\w@./:=, -]+$/;
const ESCAPE = "\x1b";
/** Weights, and colours that are readable on light and on dark pages. */
const SEQUENCE = new RegExp(`${ESCAPE}\\[(?:${Object.values(CODES).flat().join("|")})m`, "g");
/** What a spinner draws on a slow machine, until it disappears. */
const FRAME = new RegExp(`\\r${ESCAPE}\\[[JK][^\\r\\n]*\\r?(?=\\r${ESCAPE}\\[[JK])|\\r${ESCAPE}\\[[JK]`, "g");

/** Lines of a command: the first plain example, the help, and a mistake. */
function linesOf(path: string): readonly (readonly string[])[] {
  const words = path.split(" ");
  const plain = ENDLESS.test(path) ? undefined : (EXAMPLES.get(`tonearm ${path}`) ?? []).map(([, line]) => line)
    .find((line) => PLAIN.test(line) && line.startsWith(`tonearm ${path}`) && !line.includes("--follow"));
  return [...(plain ? [plain.split(" ").slice(1)] : []), [...words, "--help"], [...words, "--no-such-option"]];
}

function createWorld(): Sandbox {
  const sandbox = createSandbox();
  sandbox.control.data.add({
    tracks: TITLES.map((title, index) => ({ title, permalink: `wide-${index}`, user: "night-ferry" })),
  });
  return sandbox;
}

/** What is wrong with the screen of an output. */
async function faultsOf(output: string, kind: TerminalKind): Promise<string[]> {
  const terminal = new EmulatedTerminal(kind.columns, 24);
  await terminal.write(output);
  const written = output.replace(FRAME, "").replace(SEQUENCE, "").split("\r\n").map((line) => line.trimEnd());
  while (written.at(-1) === "") written.pop();
  const { lines, texts } = terminal;
  const other = output.replace(FRAME, "").replace(SEQUENCE, "").includes(ESCAPE);
  return [
    ...(other ? ["an escape sequence besides colours"] : []),
    ...(/\[object |undefined|NaN/.test(texts.join("\n")) ? ["a value that is no text"] : []),
    ...(texts.some((text, index) => squeezed(text) !== squeezed(written[index] ?? "")) ? ["lines that differ"] : []),
    ...(texts.length === written.length ? [] : ["lines overwritten or glued"]),
    ...lines.flatMap(({ isWrapped }, index) =>
      isWrapped && !("RESIZED" in kind.env) && isRow(lines[index - 1]?.text ?? "") ? ["a row that is too wide"] : []
    ),
    ...((kind.env.TERM === "dumb" || "NO_COLOR" in kind.env) && lines.some(({ isStyled }) => isStyled)
      ? ["colours"]
      : []),
  ];
}

/** Terminals disagree about the width of emoji; the values of a card are whole, so that they can be used. */
function isRow(text: string): boolean {
  return /\S {2,}\S/.test(text) && !/\p{Extended_Pictographic}|\p{Regional_Indicator}|^[a-z]+ {2,}|https?:/u.test(text);
}

/** A wide character that doesn't fit leaves a column empty before the edge. */
function squeezed(text: string): string {
  return text.replaceAll(/\s/g, "");
}

/** Runs command lines on a terminal; returns what each has written. */
async function written(lines: readonly (readonly string[])[], { columns, env }: TerminalKind): Promise<string[]> {
  await using world = await serveWorld(createWorld());
  const { stdout } = await world.home.start([], {
    columns,
    env: { ...env, COMMAND_LINES: JSON.stringify(lines) },
    main: DRIVER,
  }).outcome;
  return stdout.split(/=== \d+ ===\r\n/).slice(1);
}

for (const kind of TERMINALS) {
  Deno.test({
    name: `tonearm: every command shows whole lines and nothing else on a terminal with ${kind.name}`,
    ignore: without("script", "stty"),
    async fn() {
      const lines = COMMANDS.flatMap(([path]) => linesOf(path)).map((argv) => [...argv, "--no-input"]);
      const outputs = await written(lines, kind);
      assertEquals(outputs.length, lines.length);
      const faults: string[] = [];
      for (const [index, argv] of lines.entries()) {
        const output = outputs[index] ?? "";
        assert(output !== "" || argv.includes("--yes"), argv.join(" "));
        const found = await faultsOf(output, kind);
        if (found.length > 0) faults.push(`tonearm ${argv.join(" ")}: ${found.join(", ")}: ${JSON.stringify(output)}`);
      }
      assertEquals(faults, []);
    },
  });
}

Deno.test("tonearm: no command writes a control character or a colour into a pipe", async () => {
  using sandbox = createWorld();
  const env = { TERM: "xterm-256color", ...envOf(sandbox) };
  const control = new RegExp(`[\\0-\\x08\\x0b-\\x1f\\x7f]`);
  for (const [path] of COMMANDS) {
    for (const argv of linesOf(path)) {
      const { stdout, stderr } = await runInProcess(argv, { env, fetch: sandbox.fetch });
      assertEquals(control.test(stdout + stderr), false, argv.join(" "));
    }
  }
});

Deno.test("tonearm: every field of the JSON that a command prints can be selected", async () => {
  using sandbox = createWorld();
  const run = (argv: readonly string[], ...more: readonly string[]) =>
    runInProcess([...argv, "--quiet", ...more], { env: envOf(sandbox), fetch: sandbox.fetch });
  const lines = COMMANDS.flatMap(([path]) => linesOf(path).filter((words) => !/^--(help|no)/.test(words.at(-1) ?? "")));
  const printed = new Set<string>();
  for (const line of [...lines, ["sandbox", "users"]]) {
    const { stdout } = await run(line.filter((word) => !word.startsWith("--json")), "--json");
    const names = [JSON.parse(/^[[{]/.test(stdout) ? stdout : "[]")].flat().flatMap((value) => Object.keys(value));
    for (const name of names) printed.add(name);
    if (names.length > 0) assertEquals((await run(line, `--json=${[...new Set(names)]}`)).stderr, "", line.join(" "));
  }
  for (const name of ["reveal_stats", "hls_aac_96_url", "reposter", "secret_uri"]) assert(printed.has(name), name);
});
