/**
 * What `package.json` says.
 *
 * @module
 */

const PATH = "npm/package.json";

interface Targets {
  readonly import: unknown;
  readonly require: unknown;
}

interface Manifest {
  readonly exports: Record<string, Targets>;
  readonly [field: string]: unknown;
}

/** The fields that are ours to choose. */
export async function describe(repository: string | undefined): Promise<Record<string, unknown>> {
  const { version } = JSON.parse(await Deno.readTextFile("deno.json"));
  return {
    name: "tonearm",
    version,
    description: "A typed client of the SoundCloud API, a command line, and the whole service as a local sandbox",
    keywords: ["soundcloud", "api", "client", "oauth", "music", "audio", "cli", "sandbox", "mock"],
    license: "MIT",
    ...(repository === undefined ? {} : { repository: { type: "git", url: `git+${repository}.git` } }),
    type: "commonjs",
    engines: { node: ">=20" },
    bin: { tonearm: "./bin/main.js" },
    files: ["bin", "esm", "script", "README.md", "CHANGELOG.md", "LICENSE", "NOTICES.md"],
    sideEffects: ["./bin/*"],
  };
}

/**
 * Finishes what dnt wrote: no dependencies, for they are bundled, and `module-sync` first in each export, so that `import` and `require`
 * meet the same classes where `require` can load ES modules.
 */
export async function finishManifest(): Promise<void> {
  const { exports, dependencies: _, devDependencies: __, ...fields }: Manifest = JSON.parse(
    await Deno.readTextFile(PATH),
  );
  const paths = Object.entries(exports).map(([name, targets]) => [name, { "module-sync": targets.import, ...targets }]);
  const main = {
    main: "./script/mod.js",
    module: "./esm/mod.js",
    types: "./script/mod.d.ts",
    exports: { ...Object.fromEntries(paths), "./package.json": "./package.json" },
  };
  await Deno.writeTextFile(PATH, `${JSON.stringify({ ...fields, ...main }, null, 2)}\n`);
}
