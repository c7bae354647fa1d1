/**
 * Writes everything that is generated or golden, and prints what changed, by kind. Pictures need a browser and are left
 * out: `deno task build pictures`.
 */
import { chooseConfig } from "./deno.ts";
import { projectFiles } from "./project_files.ts";
import { ran } from "./ran.ts";

const ROOT = new URL("../", import.meta.url);
/** What makes a test write its golden file. */
const GOLDEN = "TONEARM_GOLDEN";

/** Files of one kind, and what writes them. */
export interface Kind {
  readonly name: string;
  /** Arguments of `deno`, without the configuration, of each command. */
  readonly commands: readonly (readonly string[])[];
}

const script = (path: string) => ["run", "-q", "-P=check", `scripts/${path}.ts`];

/** The kinds in their order: what the later ones read is written before. */
export function kinds(goldenTests: readonly string[]): readonly Kind[] {
  return [
    {
      name: "generated code",
      commands: [
        ...["build/generate_endpoints", "build/generate_namespaces", "build/prepare_catalogue"]
          .map(script),
        ["fmt", "-q"],
      ],
    },
    { name: "licences", commands: [script("build/notices")] },
    { name: "goldens of tests", commands: [["test", "-q", "--no-check", "-P=test", ...goldenTests]] },
    { name: "ledgers of tests", commands: [script("check/ledger")] },
    { name: "documentation", commands: [["run", "-q", "-P=test", "scripts/docs/docs.ts"], script("docs/reliability")] },
  ];
}

/** Returns the test files that have a golden file, directly or through a module of `tests/`. */
export function goldenTests(texts: ReadonlyMap<string, string>): string[] {
  const writers = [...texts].filter(([path, text]) => path.startsWith("tests/") && text.includes(GOLDEN));
  const modules = writers.map(([path]) => path).filter((path) => !isTest(path)).map((path) => path.split("/").at(-1));
  const through = [...texts].filter(([path, text]) =>
    path.startsWith("tests/") && modules.some((name) => text.includes(`/${name}"`))
  );
  return [...new Set([...writers, ...through].map(([path]) => path))].filter(isTest).sort();
}

function isTest(path: string): boolean {
  return path.endsWith("_test.ts");
}

/** The paths whose text differs. */
export function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

async function readAll(): Promise<Map<string, string>> {
  const paths = await projectFiles();
  return new Map(
    await Promise.all(paths.map(async (path) => {
      return [path, await Deno.readTextFile(new URL(path, ROOT)).catch(() => "")] as const;
    })),
  );
}

/** Runs a command; what it prints is shown only if it fails. */
async function succeeds([command = "", ...args]: readonly string[], config: string): Promise<boolean> {
  const words = [command, "--config", config, ...args];
  const options = { cwd: ROOT, env: { [GOLDEN]: "write", NO_COLOR: "1" } };
  const { success, stdout, stderr } = await ran(Deno.execPath(), words, options);
  if (!success) console.error((stdout + stderr).split("\n").slice(-40).join("\n"));
  return success;
}

async function accept(): Promise<number> {
  const config = await chooseConfig();
  let before = await readAll();
  let failures = 0;
  for (const { name, commands } of kinds(goldenTests(before))) {
    const outcomes: boolean[] = [];
    for (const command of commands) outcomes.push(await succeeds(command, config));
    const after = await readAll();
    const paths = changes(before, after);
    const failed = outcomes.filter((ok) => !ok).length;
    console.log(`${failed > 0 ? "FAILED" : "ok    "}  ${name}: ${paths.length} changed`);
    for (const path of paths) console.log(`          ${path}`);
    failures += failed;
    before = after;
  }
  return failures;
}

if (import.meta.main) Deno.exit(await accept() > 0 ? 1 : 0);
