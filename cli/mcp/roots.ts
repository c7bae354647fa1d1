import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { usage } from "../errors.ts";

/** Returns the real path of a file inside one of the folders, with symbolic links resolved. */
export async function allowedPath(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0) {
    throw usage("Uploads are off", "To allow them, the user starts the server with --root FOLDER.");
  }
  const [first = "."] = roots;
  const wanted = isAbsolute(path) ? path : resolve(first, path);
  const real = await realpath(wanted).catch(() => undefined);
  if (real !== undefined) {
    for (const root of roots) {
      const inside = relative(await realpath(root).catch(() => root), real);
      if (inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return real;
    }
  }
  // One answer for missing and forbidden files, so that it doesn't tell which files exist.
  throw usage(`${path} is not a file in the folders that allow uploads`, `Those are ${roots.join(", ")}.`);
}
