// The three npm packages: their content and manifests.
import type { PackageJson } from "@deno/dnt";
import { REPOSITORY } from "../../project.ts";

/** The root of the project. */
export const ROOT: URL = new URL("../../../", import.meta.url);

/** A package of npm. */
export interface NpmPackage {
  /** Its folder below `npm/`. */
  readonly folder: string;
  /** The folder of its `deno.json`. */
  readonly home: string;
  /** Its README on npm. */
  readonly readme: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

const KEYWORDS = ["soundcloud", "api", "music", "audio"];

/** The library. */
export const CLIENT: NpmPackage = {
  folder: "client",
  home: "./",
  readme: "src/README.md",
  description: "A typed client of the SoundCloud API: every operation, sign-in, uploads, streams; no dependency",
  keywords: [...KEYWORDS, "client", "oauth", "sdk"],
};

/** The sandbox. */
export const SANDBOX: NpmPackage = {
  folder: "sandbox",
  home: "./sandbox/",
  readme: "sandbox/README.md",
  description: "The SoundCloud API on your own machine, with state and sound, for tests and development",
  keywords: [...KEYWORDS, "sandbox", "mock", "testing"],
};

/** The command line. */
export const PROGRAM: NpmPackage = {
  folder: "tonearm",
  home: "./cli/",
  readme: "cli/README.md",
  description: "A command line for SoundCloud: search, play, upload, like and follow, for people and for scripts",
  keywords: [...KEYWORDS, "cli", "player"],
};

/** Every package, in order of dependence. */
export const PACKAGES: readonly NpmPackage[] = [CLIENT, SANDBOX, PROGRAM];

interface DenoManifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly scopes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

async function denoManifest(home: string): Promise<DenoManifest> {
  return JSON.parse(await Deno.readTextFile(new URL(`${home}deno.json`, ROOT)));
}

/** The modules that a package exports, by the names they are exported under: none of the program, which is run. */
export async function entriesOf(pack: NpmPackage): Promise<Readonly<Record<string, string>>> {
  return pack === PROGRAM ? {} : (await denoManifest(pack.home)).exports;
}

/**
 * The packages of npm that a package imports. They are in a workspace scope, because Deno fetches those of `imports`
 * before the first task of a clone, without the system's certificates.
 */
export async function npmImportsOf({ home }: Pick<NpmPackage, "home">): Promise<Readonly<Record<string, string>>> {
  return (await denoManifest("./")).scopes?.[home] ?? {};
}

/** The run-time dependencies of a package. JSR packages aren't on npm, so they are bundled. */
async function dependenciesOf(pack: NpmPackage): Promise<Record<string, string>> {
  if (pack === CLIENT) return {};
  const { version } = await denoManifest(pack.home);
  if (pack === PROGRAM) return { "@tonearm/client": version, "@tonearm/sandbox": version };
  return Object.fromEntries(
    Object.values(await npmImportsOf(pack)).flatMap((target) => {
      const [, name, range] = /^npm:\/?(@?[^@]+)@([^/]+)/.exec(target) ?? [];
      return name && range ? [[name, range] as const] : [];
    }),
  );
}

/** The name of the files of an entry, without their extensions. */
export function fileOf(entry: string): string {
  return entry === "." ? "index" : entry.slice(2);
}

/**
 * The conditions under which a file of an entry is used. Bundlers take `module` and Node from 20.19 and 22.12 takes
 * `module-sync`, for `import` and `require()` alike; for older versions of Node, both are the CommonJS module.
 */
function targetsOf(entry: string): Record<"import" | "require", Record<string, string>> {
  const file = `./${fileOf(entry)}`;
  const both = { module: `${file}.mjs`, "module-sync": `${file}.mjs` };
  return {
    import: { types: `${file}.d.mts`, ...both, node: `${file}.node.mjs`, default: `${file}.mjs` },
    require: { types: `${file}.d.cts`, ...both, default: `${file}.cjs` },
  };
}

/** The declarations of entries for TypeScript's `node10` resolution, which doesn't read `exports`. */
function olderTypes(entries: readonly string[]): Partial<PackageJson> {
  const others = entries.filter((entry) => entry !== ".").map(fileOf);
  if (others.length === 0) return {};
  return { typesVersions: { "*": Object.fromEntries(others.map((file) => [file, [`./${file}.d.cts`]])) } };
}

/** The program's fields of the manifest; npm also installs the manual pages. */
function programOf(man: readonly string[]): Partial<PackageJson> {
  return {
    type: "module",
    bin: { tonearm: "bin/main.cjs" },
    exports: {
      "./catalogue": { types: "./bin/catalogue/mod.d.ts", default: "./bin/catalogue/mod.js" },
      "./package.json": "./package.json",
    },
    ...(man.length > 0 ? { man: man.map((page) => `./man/${page}`) } : {}),
    files: ["bin", "man", "NOTICES.md"],
  };
}

/** The manifest of a package, with the manual pages of the program. */
export async function manifestOf(pack: NpmPackage, man: readonly string[] = []): Promise<PackageJson> {
  const { version } = await denoManifest("./");
  const entries = Object.keys(await entriesOf(pack));
  const code = pack === PROGRAM ? programOf(man) : {
    type: "commonjs",
    main: "./index.cjs",
    module: "./index.mjs",
    types: "./index.d.cts",
    exports: {
      ...Object.fromEntries(entries.map((entry) => [entry, targetsOf(entry)])),
      "./package.json": "./package.json",
    },
    ...olderTypes(entries),
    // The entries of the sandbox install the host of their runtime.
    sideEffects: pack !== CLIENT,
    files: ["*.mjs", "*.cjs", "*.d.mts", "*.d.cts", "NOTICES.md"],
  };
  const dependencies = await dependenciesOf(pack);
  return {
    name: pack === PROGRAM ? "tonearm" : `@tonearm/${pack.folder}`,
    version,
    description: pack.description,
    keywords: [...pack.keywords],
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
    repository: { type: "git", url: `git+${REPOSITORY}.git` },
    license: "MIT",
    ...code,
    ...(Object.keys(dependencies).length === 0 ? {} : { dependencies }),
    engines: { node: ">=20" },
    publishConfig: { access: "public" },
  };
}
