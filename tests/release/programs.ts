/**
 * Runs the programs of the documentation on every runtime, in a project that has installed the npm packages.
 *
 * It builds the packages, so it is part of `deno task release npm`.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pages } from "../../scripts/docs/docs.ts";
import { type Snippet, snippetsOf } from "../../scripts/docs/snippets.ts";
import { consumer, emptyProject, pack } from "./packed.ts";
import { findBun, ROOT, run, toolbox } from "./toolbox.ts";

const made = new AsyncDisposableStack();
Deno.test.afterAll(() => made.disposeAsync());
const tarballs = await pack(made.use(await emptyProject()).folder);
const project = made.use(await consumer(tarballs, ["@tonearm/client", "@tonearm/sandbox"]));

interface Program extends Snippet {
  /** Its place in the documentation, and the name of its file. */
  readonly name: string;
}

/**
 * Returns every program of the pages and readmes except those that need a server. Last are those that load SQLite for
 * the whole process.
 */
async function programs(): Promise<Program[]> {
  const paths = ["README.md", ...(await pages()).map((name) => `docs/${name}`)];
  const found = await Promise.all(paths.map(async (path) => {
    const snippets = snippetsOf(await Deno.readTextFile(ROOT + path));
    return snippets.map((snippet, index) => ({ ...snippet, name: `${path.replaceAll(/\W/g, "_")}_${index + 1}.mts` }));
  }));
  const loading = ({ code }: Snippet) => Number(code.includes("loadSandbox"));
  return found.flat().filter(({ code }) => !/REDIS_URL|DATABASE_URL/.test(code))
    .sort((a, b) => loading(a) - loading(b));
}

const all = await programs();
// One page uploads a sound of the examples.
await cp(`${ROOT}examples/tone.wav`, join(project.folder, "examples/tone.wav"));
for (const { name, code } of all) await writeFile(join(project.folder, name), code);

/** What precedes a program's output and its error, when programs run one after the other in a process. */
const [STARTED, FAILED] = ["\u0001", "\u0002"];
/** Imports modules one after the other. */
const IN_TURN = `import process from "node:process";
for (const name of process.argv.slice(2)) {
  console.log(${JSON.stringify(STARTED)} + name);
  await import("./" + name).catch((error) => console.log(${JSON.stringify(FAILED)} + error));
}
`;

/** Compiles syntax that Node 22 doesn't support, like `npx tsx`, but all files at once; returns the folder. */
async function compiled(): Promise<string> {
  const esbuild = `${await toolbox("esbuild", "rolldown")}/node_modules/.bin/esbuild`;
  const names = all.map(({ name }) => name);
  const out = ["--outdir=compiled", "--out-extension:.js=.mjs"];
  await run([esbuild, ...names, "--target=node22", "--format=esm", ...out], project.folder);
  return "compiled/";
}

interface Runtime {
  readonly command: readonly string[];
  /** The folder of compiled programs, if they had to be compiled. */
  readonly folder?: string;
  /** Whether the last program is the first, so that none can rely on what an earlier one left behind. */
  readonly isBackwards?: true;
}

async function node(version: 22 | 24): Promise<string> {
  return `${await toolbox(`node${version}`)}/node_modules/node${version}/bin/node`;
}

const RUNTIMES: Readonly<Record<string, () => Promise<Runtime>>> = {
  Deno: () => {
    const options = ["--allow-all", "--no-config", "--node-modules-dir=manual"];
    return Promise.resolve({ command: [Deno.execPath(), "run", "-q", ...options] });
  },
  Bun: async () => ({ command: [await findBun()], isBackwards: true }),
  "Node 24": async () => ({ command: [await node(24), "--no-warnings"] }),
  "Node 22, compiled": async () => ({ command: [await node(22), "--no-warnings"], folder: await compiled() }),
};

/** Normalises output that differs between runtimes: quotes and line breaks inside values. */
function plain(text: string): string {
  return text.replaceAll(/['"\s]|,(?=\s*[\]}])/g, "");
}

/** Runs every program in one process, which has to end by itself; returns what each printed. */
async function inTurn({ command, folder = "", isBackwards }: Runtime): Promise<Map<string, string>> {
  const names = all.map(({ name }) => name);
  if (isBackwards) names.reverse();
  const files = names.map((name) => folder === "" ? name : name.replace(/mts$/, "mjs"));
  await writeFile(join(project.folder, folder, "in_turn.mjs"), IN_TURN);
  const { stdout } = await run([...command, `${folder}in_turn.mjs`, ...files], project.folder);
  const parts = stdout.split(STARTED).slice(1).map((part) => part.slice(part.indexOf("\n") + 1));
  return new Map(names.map((name, index) => [name, parts[index] ?? `${FAILED}nothing`]));
}

/** Returns the programs that failed or printed something else. The pattern matches expected errors of a runtime. */
function failures(outputs: ReadonlyMap<string, string>, excuse?: RegExp): string[] {
  return all.flatMap(({ name, output }) => {
    const printed = outputs.get(name) ?? FAILED;
    const isWrong = output === undefined ? printed.includes(FAILED) : plain(printed) !== plain(output);
    return isWrong && !excuse?.test(printed) ? [`${name} printed ${printed}`] : [];
  });
}

Deno.test("docs/: the documentation has programs", () => {
  assert(all.length > 40, `${all.length} programs`);
});

for (const [runtime, find] of Object.entries(RUNTIMES)) {
  Deno.test(`docs/: every program of the documentation runs as pasted on ${runtime}`, async () => {
    assertEquals(failures(await inTurn(await find())), []);
  });
}

Deno.test("docs/: every program of the documentation runs on Node 20, compiled, except those that need SQLite, which say so", async () => {
  const { stdout } = await run(["node", "--version"], ROOT);
  assertMatch(stdout, /^v20\./, "these tests need Node 20 as `node`");
  const sandbox = all.filter(({ code }) => code.includes("@tonearm/sandbox"));
  assert(sandbox.length < all.length, "no program without the sandbox");
  // A program that opens SQLite itself gets Node's own error.
  const excuse = /Cannot open the sandbox: this runtime has no SQLite with FTS5|No such built-in module: node:sqlite/;
  const outputs = await inTurn({ command: ["node", "--no-warnings"], folder: await compiled() });
  assertEquals(failures(outputs, excuse), []);
});
