/** A step of a path. */
export interface PathRow {
  readonly name: string;
  readonly path: string;
}

/** Returns the steps whose files start with a prefix. */
export async function pathRows(prefix: string): Promise<PathRow[]> {
  const text = await Deno.readTextFile(new URL("../../../docs/contributing/design.md", import.meta.url));
  return [...text.matchAll(/\| `(\w+)(?:\(\))?` +\| `((?:src|cli|sandbox)\/[\w/]+\.ts)` +\|/g)]
    .map(([, name = "", path = ""]) => ({ name, path })).filter(({ path }) => path.startsWith(prefix));
}
