import { dirname, join } from "node:path";

/** A temporary folder, which goes with its scope. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
}

/** Creates a temporary folder with files, given as texts by path. */
export async function temporaryFolder(files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-test-" }));
  await writeFiles(path, files);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Writes texts by path below a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(join(folder, name)), { recursive: true });
    await Deno.writeTextFile(join(folder, name), text);
  }
}
