// Start times of the library.
import { consumer, emptyProject, pack } from "../../../tests/release/packed.ts";
import { run, toolbox } from "../../../tests/release/toolbox.ts";
import { median, reportFigure } from "./figure.ts";
import { bundleFile } from "./library/bundle.ts";
import { peerFolder } from "./library/peer.ts";
import { measure } from "./library/run.ts";

const RUNS = 7;

using library = bundleFile('export * from "./mod.ts"');
using importing = bundleFile(`
  const before = process.cpuUsage();
  await import(process.argv[2]);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`);

const imports: number[] = [];
for (let run = -1; run < RUNS; run++) {
  const imported = await measure<number>("Node.js", importing.path, library.path);
  // The first run fills the caches.
  if (run >= 0) imports.push(imported);
}
reportFigure("import of the library, Node.js: CPU time", median(imports), "ms", { max: 10 });

// The installed package, on a Node without a compile cache.
await using made = await emptyProject();
await using project = await consumer(await pack(made.folder), ["@tonearm/client"]);
const node = `${await toolbox("node24")}/node_modules/node24/bin/node`;
const entries = {
  library: `${project.folder}/node_modules/@tonearm/client/index.mjs`,
  peer: `${await peerFolder()}/soundcloud-api-ts/dist/index.mjs`,
};
const times: Record<keyof typeof entries, number[]> = { library: [], peer: [] };
const names = Object.keys(entries) as (keyof typeof entries)[];
for (let turn = -1; turn < 4 * RUNS; turn++) {
  for (const name of turn % 2 ? names : names.toReversed()) {
    const { stdout } = await run([node, importing.path, entries[name]], project.folder);
    if (turn >= 0) times[name].push(Number(stdout));
  }
}
const ratio = median(times.library) / median(times.peer);
reportFigure("import of the package, compared with soundcloud-api-ts: CPU time", ratio, "×", { max: 1 });
