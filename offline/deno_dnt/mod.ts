/**
 * Stands in for the used part of `@deno/dnt`: emits ES modules and declarations from Deno's modules with TypeScript.
 *
 * It doesn't check types: `isolatedDeclarations` makes that unnecessary, and `deno check` does it.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { declare, emit } from "./emit.ts";
import { readGraph } from "./graph.ts";

/** A module in the package's exports. */
export interface EntryPoint {
  /** Its name in `exports`. */
  name: string;
  /** Path of its source. */
  path: string;
}

/** The fields of `package.json` that the caller sets. */
export interface PackageJson {
  name: string;
  version: string;
  [field: string]: unknown;
}

/** The options of a build. */
export interface BuildOptions {
  entryPoints: EntryPoint[];
  outDir: string;
  /** Unsupported. */
  shims: Record<string, never>;
  /** Unsupported. */
  polyfills: false;
  /** CommonJS isn't supported. */
  scriptModule: false;
  /** `deno check` does it. */
  typeCheck: false;
  /** The caller does it. */
  test: false;
  /** Sources aren't copied. */
  skipSourceOutput: true;
  /** Nothing is installed. */
  skipNpmInstall: true;
  /** Fields of `package.json`; `exports` is added. */
  package: PackageJson;
  /** Path of the `deno.json` with the import map. */
  importMap: string;
  /** Ignored, because types aren't checked. */
  compilerOptions: { target: "ES2022"; lib: string[] };
}

/** Builds an npm package. */
export async function build(options: BuildOptions): Promise<void> {
  const { entryPoints, outDir, importMap } = options;
  const graph = await readGraph(entryPoints.map(({ path }) => path), importMap);
  for (const { path, text } of [...graph.modules.map(emit), ...declare(graph.modules)]) {
    await write(join(outDir, "esm", path), text);
  }
  await write(join(outDir, "esm", "package.json"), json({ type: "module" }));
  const exports = entryPoints.map(({ name }, index) => [name, { import: `./esm/${graph.entries[index]}.js` }]);
  await write(join(outDir, "package.json"), json({ ...options.package, exports: Object.fromEntries(exports) }));
}

/** Creates a directory, or empties an existing one. */
export async function emptyDir(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
