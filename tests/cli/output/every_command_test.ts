import { assert, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { COMMANDS } from "../../../cli/commands.ts";
import { commandTree, flatten } from "../../../scripts/docs/reference/tree.ts";
import { EmulatedTerminal } from "../../support/cli/screen.ts";
import { runInProcess } from "../../support/cli/test_host.ts";

const EXAMPLES = new Map(flatten(await commandTree()).map(({ path, examples }) => [path, examples]));
/** Commands that end only when they are interrupted, or that start other programs. Their help and errors are shown. */
const ENDLESS =
  /^(play|watch|open|login|logout|auth|pull|plan|apply|upload|mcp|upgrade|insights.*|sandbox.*|feed --follow)$/;
const PLAIN = /^tonearm [\w@./:=, -]+$/;
const ESCAPE = "\x1b";
const SEQUENCE = new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g");
/** What a spinner draws on a slow machine, until it disappears. */
const FRAME = new RegExp(`\\r${ESCAPE}\\[K[^\\r\\n]*\\r?(?=\\r${ESCAPE}\\[K)|\\r${ESCAPE}\\[K`, "g");

/** Titles that are wide, run from right to left, join, or look like commands for the terminal. */
const TITLES = [
  "日本語のとても長いタイトル".repeat(3),
  "أغنية طويلة",
  "👩‍👩‍👧 family 🏳️‍🌈",
  "é́ combining",
  "plain \x1b[31mred",
];

/** Lines of a command: the first plain example, the help, and a mistake. */
function linesOf(path: string): readonly (readonly string[])[] {
  const words = path.split(" ");
  const plain = ENDLESS.test(path) ? undefined : (EXAMPLES.get(`tonearm ${path}`) ?? []).map(([, line]) => line)
    .find((line) => PLAIN.test(line) && line.startsWith(`tonearm ${path}`) && !line.includes("--follow"));
  return [...(plain ? [plain.split(" ").slice(1)] : []), [...words, "--help"], [...words, "--no-such-option"]];
}

const MODES = [
  { name: "colours", columns: [40, 80, 200], env: { TERM: "xterm-256color" } },
  { name: "NO_COLOR", columns: [80], env: { TERM: "xterm-256color", NO_COLOR: "1" } },
  { name: "TERM=dumb", columns: [40], env: { TERM: "dumb" } },
] as const;

function world(): Sandbox {
  const sandbox = createSandbox();
  sandbox.control.data.add({
    tracks: TITLES.map((title, index) => ({ title, permalink: `wide-${index}`, user: "night-ferry" })),
  });
  return sandbox;
}

function environment(sandbox: Sandbox, env: Readonly<Record<string, string>>) {
  const { baseUrl, authUrl } = sandbox.clientConfig;
  return {
    ...env,
    TONEARM_API_URL: baseUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_TOKEN: sandbox.issueTokens().access_token,
    // What commands remember, such as the names of playlists, can't be written there.
    TONEARM_CONFIG_DIR: "/dev/null",
    TONEARM_DATA_DIR: "/dev/null",
  };
}

/** What is wrong with the screen of an output. */
async function faultsOf(output: string, columns: number, mode: typeof MODES[number]): Promise<string[]> {
  const terminal = new EmulatedTerminal(columns, 24);
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
      isWrapped && isRow(lines[index - 1]?.text ?? "") ? ["a row that is too wide"] : []
    ),
    ...(mode.name !== "colours" && lines.some(({ isStyled }) => isStyled) ? ["colours"] : []),
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

for (const mode of MODES) {
  Deno.test(`tonearm: every command on ${mode.columns.join(", ")} columns with ${mode.name} shows whole lines and nothing else`, async () => {
    using sandbox = world();
    const env = environment(sandbox, mode.env);
    const faults: string[] = [];
    for (const [path] of COMMANDS) {
      for (const argv of linesOf(path)) {
        for (const columns of mode.columns) {
          const { stdout } = await runInProcess([...argv, "--no-input"], { env, columns, fetch: sandbox.fetch });
          assert(stdout !== "" || argv.includes("--yes"), argv.join(" "));
          const found = await faultsOf(stdout, columns, mode);
          if (found.length > 0) faults.push(`${columns}: tonearm ${argv.join(" ")}: ${found.join(", ")}`);
        }
      }
    }
    assertEquals(faults, []);
  });
}

Deno.test("tonearm: no command writes a control character or a colour into a pipe", async () => {
  using sandbox = world();
  const env = environment(sandbox, { TERM: "xterm-256color" });
  const control = new RegExp(`[\\0-\\x08\\x0b-\\x1f\\x7f]`);
  for (const [path] of COMMANDS) {
    for (const argv of linesOf(path)) {
      const { stdout, stderr } = await runInProcess(argv, { env, fetch: sandbox.fetch });
      assertEquals(control.test(stdout + stderr), false, argv.join(" "));
    }
  }
});
