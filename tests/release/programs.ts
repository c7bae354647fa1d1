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

/** Returns every program of the pages and readmes except those that need a server. */
async function programs(): Promise<Program[]> {
  const paths = ["README.md", ...(await pages()).map((name) => `docs/${name}`)];
  const found = await Promise.all(paths.map(async (path) => {
    const snippets = snippetsOf(await Deno.readTextFile(ROOT + path));
    return snippets.map((snippet, index) => ({ ...snippet, name: `${path.replaceAll(/\W/g, "_")}_${index + 1}.mts` }));
  }));
  return found.flat().filter(({ code }) => !/REDIS_URL|DATABASE_URL/.test(code));
}

const all = await programs();
// One page uploads a sound of the examples.
await cp(`${ROOT}examples/tone.wav`, join(project.folder, "examples/tone.wav"));
for (const { name, code } of all) await writeFile(join(project.folder, name), code);

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
}

async function node(version: 22 | 24): Promise<string> {
  return `${await toolbox(`node${version}`)}/node_modules/node${version}/bin/node`;
}

const RUNTIMES: Readonly<Record<string, () => Promise<Runtime>>> = {
  Deno: () => {
    const options = ["--allow-all", "--no-config", "--node-modules-dir=manual"];
    return Promise.resolve({ command: [Deno.execPath(), "run", "-q", ...options] });
  },
  Bun: async () => ({ command: [await findBun()] }),
  "Node 24": async () => ({ command: [await node(24), "--no-warnings"] }),
  "Node 22, compiled": async () => ({ command: [await node(22), "--no-warnings"], folder: await compiled() }),
};

/** Normalises output that differs between runtimes: quotes and line breaks inside values. */
function plain(text: string): string {
  return text.replaceAll(/['"\s]|,(?=\s*[\]}])/g, "");
}

/**
 * Runs every program, three at a time; returns the failures by program. The pattern matches expected errors of a
 * runtime.
 */
async function failures({ command, folder = "" }: Runtime, excuse?: RegExp): Promise<string[]> {
  const failed: string[] = [];
  const waiting = [...all];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { name, output } = next;
      const file = folder === "" ? name : folder + name.replace(/mts$/, "mjs");
      const printed = await run([...command, file], project.folder).then(({ stdout }) => stdout, String);
      const isWrong = output === undefined ? printed.startsWith("Error: ") : plain(printed) !== plain(output);
      if (isWrong && !excuse?.test(printed)) failed.push(`${name} printed ${printed}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  return failed.sort();
}

Deno.test("docs/: the documentation has programs", () => {
  assert(all.length > 40, `${all.length} programs`);
});

for (const [runtime, find] of Object.entries(RUNTIMES)) {
  Deno.test(`docs/: every program of the documentation runs as pasted on ${runtime}`, async () => {
    assertEquals(await failures(await find()), []);
  });
}

Deno.test("docs/: every program of the documentation runs on Node 20, compiled, except those that need SQLite, which say so", async () => {
  const { stdout } = await run(["node", "--version"], ROOT);
  assertMatch(stdout, /^v20\./, "these tests need Node 20 as `node`");
  const sandbox = all.filter(({ code }) => code.includes("@tonearm/sandbox"));
  assert(sandbox.length < all.length, "no program without the sandbox");
  // A program that opens SQLite itself gets Node's own error.
  const excuse = /Cannot open the sandbox: this runtime has no SQLite with FTS5|No such built-in module: node:sqlite/;
  assertEquals(await failures({ command: ["node", "--no-warnings"], folder: await compiled() }, excuse), []);
});
