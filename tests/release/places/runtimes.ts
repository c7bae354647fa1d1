/** Starts runtimes: the contract suite, both kinds of modules in one process, an uncaught error, the sandbox. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { snippetsOf } from "../../../scripts/docs/snippets.ts";
import { FOUND, SANDBOX, USE } from "../npm_programs.ts";
import type { Project } from "../packed.ts";
import { ROOT, run } from "../toolbox.ts";
import { attempt, runtimeOf, type Start, withSandbox } from "./start.ts";
import type { Place } from "./table.ts";

const SUITE = "contract/client.contract.mjs";
/** The cases of the suite; a runtime that runs fewer has skipped some. */
const CASES = 30;
/** Fails as a program does that handles no error. */
const UNCAUGHT = `const { getTrack } = require("@tonearm/client");
globalThis.fetch = async () => Response.json({ message: "gone" }, { status: 404 });
async function readTrack() {
  await getTrack("token", 1);
}
readTrack();
`;

const DIRECT = `import { createSandbox } from "@tonearm/sandbox";\ncreateSandbox();\n`;

/** Returns the command that runs the suite. */
async function suiteOf(place: Place): Promise<readonly string[]> {
  const [program = "", , ...options] = await runtimeOf(place);
  if (place.way === "source") {
    const config = Deno.env.get("TONEARM_DENO_CONFIG") ?? `${ROOT}deno.json`;
    return [program, "test", "-q", "--config", config, "-P=test", `tests/${SUITE}`];
  }
  if (place.name === "Deno") return [program, "test", "--no-check", ...options.filter((one) => one !== "-q"), SUITE];
  return place.name === "Bun" ? [program, "test", `./${SUITE}`] : [program, "--test", SUITE];
}

/** Starts a runtime with the library. */
export const startRuntime: Start = async (place, { folder }) => {
  const { stdout, stderr } = await withSandbox(await suiteOf(place), place.way === "source" ? ROOT : folder);
  const passed = Number(/(\d+) pass|pass (\d+)/.exec(stdout + stderr)?.slice(1).find(Boolean) ?? 0);
  assert(passed >= CASES, `${passed} cases passed:\n${stdout}${stderr}`);
  if (place.way === "source") return;
  await writeFile(join(folder, "use.mjs"), USE);
  const used = await run([...await runtimeOf(place), "use.mjs"], folder);
  assertEquals(JSON.parse(used.stdout), FOUND);
  await writeFile(join(folder, "uncaught.cjs"), UNCAUGHT);
  const uncaught = await attempt([...await runtimeOf(place), "uncaught.cjs"], folder);
  assertEquals(uncaught.code, 1);
  assertStringIncludes(uncaught.stderr, "404");
  // Only V8 keeps the callers of an `async` function.
  if (place.name !== "Bun") assertStringIncludes(uncaught.stderr, "readTrack");
  assert(uncaught.stderr.length < 2000, `${uncaught.stderr.length} bytes:\n${uncaught.stderr.slice(0, 4000)}`);
};

/** Returns the first program of README.md, and that of each page on npm, as pasted. */
async function firstPrograms(): Promise<string[]> {
  const pages = ["README.md", "src/README.md", "sandbox/README.md"].map((path) => Deno.readTextFile(ROOT + path));
  return (await Promise.all(pages)).map((page) => snippetsOf(page)[0]?.code ?? "");
}

/** Runs the first programs, each from a file; returns what they printed. */
async function runFirst(place: Place, { folder }: Project) {
  const outputs = [];
  for (const code of await firstPrograms()) {
    await writeFile(join(folder, "first.mjs"), code);
    outputs.push(await attempt([...await runtimeOf(place), "first.mjs"], folder));
  }
  return outputs;
}

/** Starts a runtime with the sandbox; where it needs `loadSandbox()`, `createSandbox()` says so. */
export const startSandbox: Start = async (place, project) => {
  for (const { code, stdout, stderr } of await runFirst(place, project)) {
    assertEquals({ code, hasPrinted: stdout.length > 10 }, { code: 0, hasPrinted: true }, stderr);
  }
  if (place.refuses !== undefined) {
    await writeFile(join(project.folder, "direct.mjs"), DIRECT);
    const { code, stderr } = await attempt([...await runtimeOf(place), "direct.mjs"], project.folder);
    assert(code > 0);
    assertStringIncludes(stderr, `Error: ${place.refuses}\n`);
  }
  await writeFile(join(project.folder, "sandbox.mjs"), SANDBOX);
  // Where the runtime has SQLite, nothing loads the other.
  const wasm = join(project.folder, "node_modules/@sqlite.org");
  const isNeeded = place.refuses !== undefined;
  if (!isNeeded) await rename(wasm, `${wasm}-away`);
  try {
    const { stdout } = await run([...await runtimeOf(place), "sandbox.mjs"], project.folder);
    assertEquals(stdout.trim(), "#EXTM3U\n#EXTM3U");
  } finally {
    if (!isNeeded) await rename(`${wasm}-away`, wasm);
  }
};
