// Isolated declarations of modules that dnt doesn't build.
import ts from "typescript";
import { plainDeclarations } from "./declarations.ts";
import { bundledTypes } from "./rollup.ts";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  allowImportingTsExtensions: true,
  isolatedDeclarations: true,
};
/** A relative import. */
const RELATIVE = /(from ")(\.[^"]+)\.ts"/g;

/** Writes the declarations of a module, and of those whose types it names, into a folder that mirrors the sources. */
async function writeDeclarations(source: URL, root: URL, out: URL, done: Set<string>): Promise<void> {
  const path = source.href.slice(root.href.length);
  if (done.has(path)) return;
  done.add(path);
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(await Deno.readTextFile(source), {
    fileName: path,
    compilerOptions: OPTIONS,
  });
  if (diagnostics.length > 0) {
    throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(diagnostics[0]?.messageText, " ")}`);
  }
  const target = new URL(path.replace(/ts$/, "d.ts"), out);
  await Deno.mkdir(new URL("./", target), { recursive: true });
  await Deno.writeTextFile(target, outputText.replaceAll(RELATIVE, '$1$2.d.ts"'));
  for (const [, , name] of outputText.matchAll(RELATIVE)) {
    await writeDeclarations(new URL(`${name}.ts`, source), root, out, done);
  }
}

/**
 * Rolls the declarations of a module up into one text.
 *
 * @param module Path of the module, below `root`.
 * @param root Folder of the sources.
 * @returns The declarations; those of other packages are imported.
 */
export async function isolatedTypes(module: string, root: URL): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-types-" });
  try {
    await writeDeclarations(new URL(module, root), root, new URL(`file://${folder}/`), new Set());
    return plainDeclarations(await bundledTypes(`${folder}/${module.replace(/ts$/, "d.ts")}`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
