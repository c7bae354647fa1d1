/**
 * What this project uses of `@deno/dnt`, over TypeScript: ES modules and declarations from Deno's modules.
 *
 * It checks no types, which `isolatedDeclarations` makes possible: `deno check` does.
 *
 * @module
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { declare, emit } from "./emit.ts";
import { readGraph } from "./graph.ts";

/** A module that the package exports. */
export interface EntryPoint {
  /** Its name in `exports`. */
  name: string;
  /** Where its source is. */
  path: string;
}

/** The fields of `package.json` that the caller chooses. */
export interface PackageJson {
  name: string;
  version: string;
  [field: string]: unknown;
}

/** What to build. */
export interface BuildOptions {
  entryPoints: EntryPoint[];
  outDir: string;
  /** None are made. */
  shims: Record<string, never>;
  /** None are written. */
  polyfills: false;
  /** No CommonJS is made. */
  scriptModule: false;
  /** Left to `deno check`. */
  typeCheck: false;
  /** Left to who builds. */
  test: false;
  /** None are copied. */
  skipSourceOutput: true;
  /** Nothing is installed. */
  skipNpmInstall: true;
  /** Fields of `package.json`, to which `exports` is added. */
  package: PackageJson;
  /** Path of the `deno.json` that says what bare names mean. */
  importMap: string;
  /** Types are left alone, whatever library they are from. */
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

/** Makes a directory, or empties the one that is there. */
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
