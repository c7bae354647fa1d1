/**
 * How soon the library and the command line are ready.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../scripts/deno.ts";
import { consumer, emptyProject, pack } from "../tests/release/packed.ts";
import { run, toolbox } from "../tests/release/toolbox.ts";
import { median, tell } from "./figure.ts";
import { bundleFile } from "./library/bundle.ts";
import { peerFolder } from "./library/peer.ts";
import { measure } from "./library/run.ts";

const RUNS = 7;

const library = bundleFile('export * from "./mod.ts"');
const importing = bundleFile(`
  const start = performance.now();
  await import(process.argv[2]);
  console.log(performance.now() - start);
`);

async function version(): Promise<number> {
  const main = fileURLToPath(new URL("../cli/main.ts", import.meta.url));
  const flags = ["-q", "--unstable-lazy-dynamic-imports", "-P=cli"];
  const args = ["run", "--config", await chooseConfig(), ...flags, main, "--version"];
  const start = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "null" }).output();
  if (!success) throw new Error("--version failed");
  return performance.now() - start;
}

const [imports, versions]: [number[], number[]] = [[], []];
for (let run = -1; run < RUNS; run++) {
  const [imported, shown] = [await measure<number>("Node.js", importing.path, library.path), await version()];
  // The first one fills the caches.
  if (run >= 0) imports.push(imported), versions.push(shown);
}
library[Symbol.dispose]();
importing[Symbol.dispose]();
tell({ name: "import of the library, Node.js", value: median(imports), unit: "ms", bound: 10, good: "below" });
tell({ name: "`tonearm --version` from source", value: median(versions), unit: "ms", bound: 100, good: "below" });

// The package as it is installed, on a Node that compiles no cache of its own.
await using made = await emptyProject();
await using project = await consumer(await pack(made.folder), ["@tonearm/client"]);
const node = `${await toolbox("node24")}/node_modules/node24/bin/node`;
const entries = {
  library: `${project.folder}/node_modules/@tonearm/client/index.mjs`,
  peer: `${await peerFolder()}/soundcloud-api-ts/dist/index.mjs`,
};
using timing = bundleFile(`
  const start = performance.now();
  await import(process.argv[2]);
  console.log(performance.now() - start);
`);
const times: Record<keyof typeof entries, number[]> = { library: [], peer: [] };
const names = Object.keys(entries) as (keyof typeof entries)[];
for (let turn = -1; turn < 4 * RUNS; turn++) {
  for (const name of turn % 2 ? names : names.toReversed()) {
    const { stdout } = await run([node, timing.path, entries[name]], project.folder);
    if (turn >= 0) times[name].push(Number(stdout));
  }
}
const ratio = median(times.library) / median(times.peer);
tell({ name: "import of the installed package, Node.js 24", value: median(times.library), unit: "ms" });
tell({ name: "its import over soundcloud-api-ts's", value: ratio, unit: "×", bound: 1, good: "below" });
