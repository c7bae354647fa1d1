/**
 * What this project uses of `@deno/dnt`, over TypeScript: ES modules, CommonJS and declarations from Deno's modules.
 *
 * It checks no types, which `isolatedDeclarations` makes possible: `deno check` does.
 *
 * @module
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { declare, emit, type EmitSettings } from "./emit.ts";
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
  /** Left to `deno check`. */
  typeCheck: false;
  /** Left to who builds. */
  test: false;
  /** None are copied: the source maps hold them. */
  skipSourceOutput: true;
  /** Nothing is installed. */
  skipNpmInstall: true;
  /** Fields of `package.json`, to which `exports` is added. */
  package: PackageJson;
  /** Path of the `deno.json` that says what bare names mean. */
  importMap: string;
  compilerOptions: { target: "ES2022"; sourceMap: true; inlineSources: true };
}

const FORMATS: readonly EmitSettings[] = [
  { folder: "esm", module: "ESNext", type: "module" },
  { folder: "script", module: "CommonJS", type: "commonjs" },
];

/** Builds an npm package. */
export async function build(options: BuildOptions): Promise<void> {
  const { entryPoints, outDir, importMap } = options;
  const graph = await readGraph(entryPoints.map(({ path }) => path), importMap);
  const declarations = declare(graph.modules);
  for (const settings of FORMATS) {
    const files = [...graph.modules.flatMap((module) => emit(module, settings)), ...declarations];
    for (const { path, text } of files) await write(join(outDir, settings.folder, path), text);
    await write(join(outDir, settings.folder, "package.json"), json({ type: settings.type }));
  }
  const exports = entryPoints.map(({ name }, index) => [name, targets(graph.entries[index] ?? "")]);
  await write(join(outDir, "package.json"), json({ ...options.package, exports: Object.fromEntries(exports) }));
}

/** Makes a directory, or empties the one that is there. */
export async function emptyDir(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
}

/** The conditions of an export, as dnt writes them for declarations beside the code. */
function targets(path: string): unknown {
  const files = (folder: string) => ({
    types: `./${folder}/${path}.d.ts`,
    default: `./${folder}/${path}.js`,
  });
  return { import: files("esm"), require: files("script") };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
