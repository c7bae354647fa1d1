/**
 * Takes away what the bundled sandbox no longer needs: its modules, and the declarations that none of the public ones reach.
 *
 * @module
 */
import { dirname, join } from "node:path";

/** What names another module in a declaration file, comments aside: their lines begin with an asterisk. */
const REFERENCE = /^(?! *\*).*?(?:\bfrom |\bimport\(|^import )"([^"]+)"/gm;

/** Leaves, of the sandbox in a folder of the package, the bundle and the declarations that belong to its interface. */
export async function keepBundledOnly(folder: string): Promise<void> {
  const kept = new Set([`${folder}/sandbox/mod.js`, ...await declarationsFrom(`${folder}/sandbox/mod.d.ts`)]);
  for await (const path of filesIn(`${folder}/sandbox`)) {
    if (!kept.has(path)) await Deno.remove(path);
  }
  await Deno.remove(`${folder}/deps`, { recursive: true }).catch(() => {});
  await removeEmpty(`${folder}/sandbox`);
}

/** A declaration file and those it refers to, however far. */
async function declarationsFrom(entry: string): Promise<Set<string>> {
  const found = new Set<string>([entry]);
  for (const path of found) {
    const text = withoutNodeTypes(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, text);
    for (const [, name = ""] of text.matchAll(REFERENCE)) {
      if (!name.startsWith(".")) throw new Error(`${path} refers to ${name}, which a project may lack`);
      found.add(join(dirname(path), name).replace(/\.js$/, ".d.ts"));
    }
  }
  return found;
}

/** Types of Node's own occur in inner modules only. A project without `@types/node` has to be able to read their declarations. */
function withoutNodeTypes(text: string): string {
  return text.replace(/^import type \{ (.*) \} from "node:.*;$/gm, (_, names: string) => {
    return names.split(", ").map((name) => `type ${name} = unknown;`).join("\n");
  });
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  for (const entry of await Array.fromAsync(Deno.readDir(folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* filesIn(path);
    else yield path;
  }
}

async function removeEmpty(folder: string): Promise<void> {
  for (const entry of await Array.fromAsync(Deno.readDir(folder))) {
    if (entry.isDirectory) await removeEmpty(`${folder}/${entry.name}`);
  }
  const rest = await Array.fromAsync(Deno.readDir(folder));
  if (rest.length === 0) await Deno.remove(folder);
}
