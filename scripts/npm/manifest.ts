/**
 * What `package.json` says.
 *
 * @module
 */
import type { PackageJson } from "@deno/dnt";

const PATH = "npm/package.json";
const FILES = ["bin", "esm", "script", "README.md", "CHANGELOG.md", "LICENSE", "NOTICES.md"];

interface Target {
  readonly types: string;
  readonly default: string;
}

interface Targets {
  readonly import: Target;
  readonly require: Target;
}

interface Manifest {
  readonly exports: Record<string, Targets>;
  readonly [field: string]: unknown;
}

/** The fields that are ours to choose. */
export async function describe(repository: string | undefined): Promise<PackageJson> {
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
    sideEffects: ["./bin/*"],
  };
}

/**
 * Finishes what dnt wrote: no dependencies, for they are bundled, and `module-sync` first in each export, so that `import` and `require`
 * meet the same classes where `require` can load ES modules. What knows no exports finds a folder for each entry point.
 */
export async function finishManifest(): Promise<void> {
  const { exports, dependencies: _, devDependencies: __, ...fields }: Manifest = JSON.parse(
    await Deno.readTextFile(PATH),
  );
  const paths = Object.entries(exports).map(([name, targets]) => [name, { "module-sync": targets.import, ...targets }]);
  const folders = Object.entries(exports).flatMap(([name, targets]) =>
    name === "." ? [] : [[name.slice(2), targets]] as const
  );
  const main = {
    files: [...FILES, ...folders.map(([name]) => name)],
    main: "./script/mod.js",
    module: "./esm/mod.js",
    types: "./script/mod.d.ts",
    exports: { ...Object.fromEntries(paths), "./package.json": "./package.json" },
  };
  await Deno.writeTextFile(PATH, `${JSON.stringify({ ...fields, ...main }, null, 2)}\n`);
  await Promise.all(folders.map(([name, targets]) => writeFolder(name, targets)));
}

async function writeFolder(name: string, targets: Targets): Promise<void> {
  const fields = {
    main: `.${targets.require.default}`,
    module: `.${targets.import.default}`,
    types: `.${targets.require.types}`,
  };
  await Deno.mkdir(`npm/${name}`);
  await Deno.writeTextFile(`npm/${name}/package.json`, `${JSON.stringify(fields, null, 2)}\n`);
}
