// Facts of the project that several files use.

/** URL of the repository. */
export const REPOSITORY = "https://github.com/tonearm/tonearm";

/** The root of the tree. */
export const ROOT: URL = new URL("../", import.meta.url);

/** The version in `deno.json`. */
export async function currentVersion(root: URL = ROOT): Promise<string> {
  return JSON.parse(await Deno.readTextFile(new URL("deno.json", root))).version;
}
