/**
 * The number of the sandbox's files that a GET enters.
 *
 * @module
 */
import { tell } from "./figure.ts";
import { countFiles } from "./sandbox/run.ts";

const BOUND = 15;

for (const [path, files] of Object.entries(await countFiles())) {
  tell({ name: `files that a warm GET ${path} enters`, value: files, unit: "", bound: BOUND, good: "below" });
}
