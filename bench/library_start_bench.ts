/**
 * How soon the library and the command line are ready.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../scripts/deno.ts";
import { median, tell } from "./figure.ts";
import { bundleFile } from "./library/bundle.ts";
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
  const args = ["run", "-q", "--config", await chooseConfig(), "-P=cli", main, "--version"];
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
