import { buildSite } from "../../../scripts/docs/site.ts";

const folder = new URL(`file://${await Deno.makeTempDir({ prefix: "tonearm-site-" })}/`);
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
let built: Promise<void> | undefined;

/** Builds the site of the documentation, once for all tests of an isolate, and returns its folder. */
export async function builtSite(): Promise<URL> {
  await (built ??= buildSite(folder, "/"));
  return folder;
}
