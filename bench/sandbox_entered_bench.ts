/**
 * How many of the sandbox's files a GET passes through.
 *
 * @module
 */
import { tell } from "./figure.ts";
import { countFiles } from "./sandbox/run.ts";

/** A list adds its page, its query and its own file of rows. */
const BOUNDS = { thing: 15, list: 20 };

for (const [path, files] of Object.entries(await countFiles())) {
  const isThing = /^\/(?:me|users\/\{urn\}|tracks\/\{urn\})$/.test(path);
  const bound = isThing ? BOUNDS.thing : BOUNDS.list;
  tell({ name: `files that a warm GET ${path} enters`, value: files, unit: "", bound, good: "below" });
}
