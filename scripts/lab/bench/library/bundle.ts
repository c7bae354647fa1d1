// The library as bundlers ship it.
import type { BuildOptions } from "esbuild";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// Otherwise esbuild starts a thread that outlives the test.
process.env.ESBUILD_WORKER_THREADS = "0";
const { buildSync } = await import("esbuild");

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The bundles and their maximum sizes in bytes, minified for browsers of 2022 and compressed with gzip. */
export const SIZES = {
  "the whole library": { code: 'export * from "./mod.ts"', goal: 26_000, limit: 28_720 },
  "the client": { code: 'export { ServiceClient } from "./mod.ts"', goal: 21_000, limit: 23_150 },
  "`getTrack` alone": { code: 'export { getTrack } from "./mod.ts"', goal: 5200, limit: 5890 },
} as const;

/** Bundles code that may import the library's modules by their paths. */
export function bundle(code: string, options: BuildOptions = {}): Uint8Array {
  const { outputFiles } = buildSync({
    stdin: { contents: code, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    ...options,
    write: false,
  });
  return outputFiles?.[0]?.contents ?? new Uint8Array();
}

/** Returns the size of code with its imports, in bytes. */
export function compressedSize(code: string, options: BuildOptions = {}): number {
  return gzipSync(bundle(code, { minify: true, ...options }), { level: 9 }).length;
}

/** A file in its own folder, which is removed with it. */
export interface BundleFile extends Disposable {
  readonly path: string;
}

/** Bundles code into a file that Node and Deno run. */
export function bundleFile(code: string, options: BuildOptions = {}): BundleFile {
  const folder = Deno.makeTempDirSync({ prefix: "tonearm-bench-" });
  const path = `${folder}/bundle.mjs`;
  Deno.writeFileSync(path, bundle(code, { platform: "node", ...options }));
  return { path, [Symbol.dispose]: () => Deno.removeSync(folder, { recursive: true }) };
}
