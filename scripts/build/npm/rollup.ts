/**
 * One ES module, one CommonJS module and one file of declarations for each entry of a package, from the modules that
 * dnt made.
 *
 * A program has one copy of each class, whether it imports or requires it. Bundlers, browsers and every Node that can
 * require ES modules get the ES module, which loads faster and from which bundlers drop what isn't used. Older versions
 * of Node get the CommonJS module, which their ES module re-exports; Jest requires it, too. The code keeps its names
 * and lines, and says which source each part is from.
 */
import { type OutputChunk, type OutputOptions, type Plugin, rolldown, type RolldownPluginOption } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { modulesOf } from "./modules.ts";
import { fileOf, type NpmPackage } from "./packages.ts";
import { plainDeclarations } from "./declarations.ts";

/** dnt's description of its modules. */
interface Modules {
  readonly exports: Readonly<Record<string, { readonly import: string }>>;
}

/** Modules that entries share: classes that must exist once, and exports of the main entry. */
const SHARED: readonly (readonly [RegExp, string])[] = [
  [/\/src\/(errors|types\/\w+)\.js$/, "."],
  [/\/src\/limits\/memory_rate_limiter\.js$/, "./limits"],
];
/** The two kinds of modules, by the extension of their files. */
const FORMATS = { mjs: "esm", cjs: "cjs" } as const;
type Extension = keyof typeof FORMATS;

/** Rolldown's comments about the origin of each part of the code, and of the declarations. */
const ORIGIN = /^\/\/ (?:dist\/modules\/\w+\/esm\/(\S+)\.js|\S+)$/gm;
const REGIONS = /^\/\/(#(end)?region| \S+\.d\.ts$).*\n/gm;
/** How TypeScript writes the declarations of sources: module by module, without the types of others. */
const BY_MODULE = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  isolatedDeclarations: true,
  noCheck: true,
} as const;
/** A part of an entry that loads another package when it's needed. */
const LATER = /\bimport\("([^"]+)"\)/g;

/** Imports shared modules from another entry. */
function sharing(entry: string, extension: Extension): Plugin {
  return {
    name: "shared",
    resolveId(id, importer) {
      const path = importer && new URL(id, `file://${importer}`).pathname;
      const [, home] = SHARED.find(([pattern]) => path && pattern.test(path)) ?? [];
      if (home === undefined || home === entry || entry === ".") return undefined;
      return { id: `./${fileOf(home)}.${extension}`, external: true };
    },
  };
}

/** The entry for pages, which load its parts when they need them. */
const PAGE = "./web";

/** The module that re-exports only a package's encoder, for tree shaking. */
const LAME = "./lame.js";

/** Takes the music of the catalogue from the part of the page's entry: a third of the main one, which few programs need. */
function musicOfPage(name: string, extension: Extension): Plugin {
  const isMain = name === "." && extension === "mjs";
  return {
    name: "music",
    resolveId: (id) => isMain && id === "./bars.js" ? { id: `./${fileOf(PAGE)}-bars.mjs`, external: true } : undefined,
  };
}

/** Loads that package when it is needed: a module that becomes a part of this file would load it at once. */
function encoderWhenNeeded(): Plugin {
  return {
    name: "encoder",
    resolveId: (id) => id === LAME ? { id: "wasm-media-encoders", external: true } : undefined,
  };
}

/** Escapes what isn't ASCII: one such character makes Node store the whole source with two bytes per character. */
function inOneByte(code: string): string {
  return code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A group of functions under one name, with a getter for each. */
const GROUP = /__export(?:All)?\(\{([^}]*)\}\)/g;

/** Converts groups to plain objects, because a getter for each function slows down every import. */
function plainGroups(): Plugin {
  return {
    name: "groups",
    renderChunk(code) {
      const functions = new Set(Array.from(code.matchAll(/^(?:async )?function\*? (\w+)/gm), ([, name]) => name));
      return code.replaceAll(GROUP, (group, members: string) => {
        const names = Array.from(members.matchAll(/\(\) => (\w+)/g), ([, name]) => name);
        if (!names.every((name) => functions.has(name))) return group;
        return `Object.freeze({\n__proto__: null,${members.replaceAll("() => ", "")}})`;
      });
    },
  };
}

/**
 * Makes a CommonJS module load other packages with `require()` when it needs them: where Jest runs CommonJS, `import()`
 * fails. Bun doesn't `require()` a package that only has the conditions `import` and `module-sync`: it gets `import()`.
 */
function requireWhenNeeded(): Plugin {
  return {
    name: "require",
    renderChunk(code, { dynamicImports }) {
      const known = new Set(dynamicImports);
      return code.replaceAll(LATER, (text, id: string) => {
        return known.has(id) ? `Promise.resolve().then(() => require("${id}")).catch(() => import("${id}"))` : text;
      });
    },
  };
}

/** Whether a module is another package's, or the runtime's. */
function isOutside(id: string): boolean {
  return !/^[./]/.test(id);
}

/** Bundles an entry: its file, then the parts that it loads when they are needed. */
async function bundled(
  input: string,
  plugins: RolldownPluginOption,
  output: OutputOptions,
): Promise<readonly [OutputChunk, ...OutputChunk[]]> {
  const build = await rolldown({ input, plugins, external: isOutside, logLevel: "warn" });
  try {
    const { output: [entry, ...others] } = await build.generate(output);
    return [entry, ...others.flatMap((one) => one.type === "chunk" ? [one] : [])];
  } finally {
    await build.close();
  }
}

async function bundledWhole(
  input: string,
  plugins: RolldownPluginOption,
  output: OutputOptions,
): Promise<OutputChunk> {
  const [chunk, ...others] = await bundled(input, plugins, output);
  // For declarations with namespaces, rolldown also writes a file that nothing imports.
  const rest = others.filter(({ fileName }) => !fileName.startsWith("rolldown-runtime"));
  if (rest.length > 0 || chunk.code.includes("rolldown-runtime")) throw new Error(`${input} became more than one file`);
  return chunk;
}

/** Bundles the code of one entry, with the names of its sources before its parts. */
async function bundledCode(
  pack: NpmPackage,
  name: string,
  input: string,
  extension: Extension,
): Promise<readonly Pick<OutputChunk, "fileName" | "code" | "exports" | "moduleIds">[]> {
  const always = [sharing(name, extension), encoderWhenNeeded(), musicOfPage(name, extension), plainGroups()];
  const chunks = await bundled(
    input,
    extension === "cjs" ? [...always, requireWhenNeeded()] : always,
    {
      format: FORMATS[extension],
      codeSplitting: extension === "mjs" && name === PAGE,
      entryFileNames: `${fileOf(name)}.${extension}`,
      chunkFileNames: `${fileOf(name)}-[name].${extension}`,
      comments: { legal: true, annotation: true, jsdoc: true },
    },
  );
  return chunks.map(({ fileName, code, exports, moduleIds }) => {
    const named = code.replaceAll(ORIGIN, (_, path?: string) => path ? `// ${pack.home.slice(2)}${path}.ts` : "");
    return { fileName, code: inOneByte(named), exports, moduleIds };
  });
}

/** The ES module that older versions of Node load: the names of the CommonJS module. */
function nodeModule(file: string, names: readonly string[]): string {
  return `// Node before 20.19 and 22.12 has one copy of each class: the CommonJS one.
import all from "./${file}.cjs";
export const {\n${names.map((name) => `\t${name},\n`).join("")}} = all;\n`;
}

/** Bundles the declarations of one entry. */
async function bundledTypes(input: string, ...plugins: RolldownPluginOption[]): Promise<string> {
  const { code } = await bundledWhole(input, plugins, { format: "esm" });
  return plainDeclarations(code.replace(REGIONS, ""));
}

/**
 * Bundles the declarations of a module that dnt doesn't build, and of those whose types it names; those of other
 * packages are imported.
 *
 * @throws {Error} When a module doesn't say the type of what it exports.
 */
export async function isolatedTypes(path: string): Promise<string> {
  return await bundledTypes(path, dts({ oxc: false, tsconfig: false, compilerOptions: BY_MODULE, emitDtsOnly: true }));
}

/** Writes the files of an entry into a folder; returns the modules that are in its code. */
async function writeEntry(pack: NpmPackage, out: string, name: string, module: string): Promise<readonly string[]> {
  const from = `${modulesOf(pack)}/${module.replace(/\.js$/, "")}`;
  const file = fileOf(name);
  const written = await Promise.all(
    (["mjs", "cjs"] as const).map((extension) => bundledCode(pack, name, `${from}.js`, extension)),
  );
  const chunks = written.flat();
  for (const { fileName, code } of chunks) await Deno.writeTextFile(`${out}/${fileName}`, code);
  await Deno.writeTextFile(`${out}/${file}.node.mjs`, nodeModule(file, chunks[0]?.exports ?? []));
  const types = await bundledTypes(`${from}.d.ts`, sharing(name, "cjs"), dts({ dtsInput: true, emitDtsOnly: true }));
  await Deno.writeTextFile(`${out}/${file}.d.cts`, types);
  await Deno.writeTextFile(`${out}/${file}.d.mts`, `export * from "./${file}.cjs";\n`);
  return chunks.flatMap(({ moduleIds }) => moduleIds);
}

/**
 * Writes the code and the declarations of a package, whose modules dnt has made, into a folder.
 *
 * @returns The modules that are in the code.
 */
export async function rollUp(pack: NpmPackage, out: string): Promise<readonly string[]> {
  const { exports }: Modules = JSON.parse(await Deno.readTextFile(`${modulesOf(pack)}/package.json`));
  const modules = new Set<string>();
  for (const [name, { import: module }] of Object.entries(exports)) {
    for (const id of await writeEntry(pack, out, name, module)) modules.add(id);
  }
  return [...modules].toSorted();
}
