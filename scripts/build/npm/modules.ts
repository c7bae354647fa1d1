// Builds JavaScript and declarations from the sources of a package, with dnt.
import { build, type BuildOptions } from "@deno/dnt";
import { fileURLToPath } from "node:url";
import { ASSETS, packedConfig } from "../../dashboard.ts";
import { readConfig } from "../../deno.ts";
import { entriesOf, manifestOf, npmImportsOf, type NpmPackage, ROOT } from "./packages.ts";

/** The imports of a configuration. */
interface Config {
  readonly imports?: Readonly<Record<string, string>>;
  readonly links?: readonly string[];
}

type Builder = (options: BuildOptions) => Promise<void>;

/** Folder of a package's modules before they are bundled. */
export function modulesOf({ folder }: NpmPackage): string {
  return `dist/modules/${folder}`;
}

/** Builds the modules of a package; `builder` is dnt, except in a test that compares another one. */
export async function makeModules(pack: NpmPackage, config: string, builder: Builder = build): Promise<void> {
  const { name, version } = await manifestOf(pack);
  await builder({
    entryPoints: Object.entries(await entriesOf(pack)).map(([name, path]) => ({
      name,
      path: `${pack.home}${path.slice(2)}`,
    })),
    outDir: modulesOf(pack),
    shims: {},
    // Every supported runtime has these globals, and a library must not patch globals.
    polyfills: false,
    scriptModule: false,
    typeCheck: false,
    test: false,
    skipSourceOutput: true,
    skipNpmInstall: true,
    package: { name, version },
    importMap: await importMap(config, pack),
    compilerOptions: { target: "ES2022", lib: ["ESNext", "ESNext.Disposable", "DOM", "DOM.Iterable"] },
  });
}

/**
 * Writes an import map of the bare names. In dnt's plain import map, a package's name covers its sub-paths only with a
 * trailing slash. The stand-in resolves as Deno does, and needs the links that a configuration names.
 */
async function importMap(config: string, pack: NpmPackage): Promise<string> {
  const { home, folder } = pack;
  const { imports, links }: Config = await readConfig(config);
  const packed = await packedConfig(config);
  if (links) return packed;
  const own: Config = JSON.parse(await Deno.readTextFile(new URL(`${home}deno.json`, ROOT)));
  const entries = Object.entries({ ...imports, ...own.imports, ...await npmImportsOf(pack) }).flatMap((
    [name, target],
  ) => [
    [name, target],
    [`${name}/`, `${target.replace(/^(jsr|npm):/, "$1:/")}/`],
  ]);
  const path = fileURLToPath(new URL(`dist/modules/${folder}.imports.json`, ROOT));
  entries.push([new URL(ASSETS, ROOT).href, new URL("dist/dashboard.ts", ROOT).href]);
  await Deno.mkdir(new URL("dist/modules/", ROOT), { recursive: true });
  await Deno.writeTextFile(path, JSON.stringify({ imports: Object.fromEntries(entries) }));
  return path;
}
