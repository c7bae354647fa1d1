/**
 * One file of code and one of declarations for each entry of a package, from the modules that dnt made.
 *
 * The code stands in the ES module; `require` gets the same one, so that a class is the same in both. The declarations
 * are in the CommonJS file, which older TypeScript versions read for both.
 *
 * @module
 */
import { type OutputOptions, type Plugin, rolldown, type RolldownPluginOption } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { modulesOf } from "./modules.ts";
import { fileOf, type NpmPackage } from "./packages.ts";
import { plainDeclarations, shortComments } from "./declarations.ts";

/** dnt's description of its modules. */
interface Modules {
  readonly exports: Readonly<Record<string, { readonly import: string }>>;
}

/** Modules that entries share: classes that must exist once, and exports of the main entry. */
const SHARED: readonly (readonly [RegExp, string])[] = [
  [/\/src\/(errors|oauth\/token_record|types\/\w+)\.js$/, "."],
  [/\/src\/limits\/memory_rate_limiter\.js$/, "./limits"],
];
/** Rolldown's comments about the origin of each part. */
const REGIONS = /^\/\/(#(end)?region| dist\/modules\/| \S+\.d\.ts$).*\n/gm;
const KEEP_NAMES = { function: false, class: true };

/** Writes code without comments; for a small package, also minified, keeping class names. */
function writing(isSmall: boolean): OutputOptions {
  const small = {
    compress: { keepNames: KEEP_NAMES },
    mangle: { keepNames: KEEP_NAMES, toplevel: true },
    codegen: true,
  };
  return {
    format: "esm",
    codeSplitting: false,
    comments: { legal: true, annotation: true, jsdoc: false },
    ...(isSmall ? { minify: small } : {}),
  };
}

/** Imports shared modules from another entry. */
function sharing(entry: string, extension: "mjs" | "cjs"): Plugin {
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

/** The module that re-exports only a package's encoder, for tree shaking. */
const LAME = "./lame.js";

/** Loads that package when it is needed: a module that becomes a part of this file would load it at once. */
function encoderWhenNeeded(): Plugin {
  return {
    name: "encoder",
    resolveId: (id) => id === LAME ? { id: "wasm-media-encoders", external: true } : undefined,
  };
}

/** Escapes characters beyond Latin-1: one of them makes Node store the whole source with two bytes per character. */
function inOneByte(code: string): string {
  return code.replaceAll(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
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

/** Whether a module is another package's, or the runtime's. */
function isOutside(id: string): boolean {
  return !/^[./]/.test(id);
}

async function bundled(input: string, plugins: RolldownPluginOption, output: OutputOptions): Promise<string> {
  const build = await rolldown({ input, plugins, external: isOutside, logLevel: "warn" });
  try {
    const { output: written } = await build.generate(output);
    // For declarations with namespaces, rolldown also writes a file that nothing imports.
    const [chunk, ...rest] = written.filter(({ fileName }) => !fileName.startsWith("rolldown-runtime"));
    if (chunk?.type !== "chunk" || rest.length > 0 || chunk.code.includes("rolldown-runtime")) {
      throw new Error(`${input} became more than one file`);
    }
    return chunk.code.replace(REGIONS, "");
  } finally {
    await build.close();
  }
}

/** Bundles the declarations of one entry. */
export async function bundledTypes(input: string, ...plugins: RolldownPluginOption[]): Promise<string> {
  return await bundled(input, [...plugins, dts({ dtsInput: true, emitDtsOnly: true })], { format: "esm" });
}

/** Writes the files of an entry into a folder. */
async function writeEntry(pack: NpmPackage, out: string, name: string, module: string): Promise<void> {
  const from = `${modulesOf(pack)}/${module.replace(/\.js$/, "")}`;
  const to = `${out}/${fileOf(name)}`;
  const code = await bundled(
    `${from}.js`,
    [sharing(name, "mjs"), encoderWhenNeeded(), plainGroups()],
    writing(pack.isSmall),
  );
  const types = await bundledTypes(`${from}.d.ts`, sharing(name, "cjs"));
  const file = `./${fileOf(name)}`;
  await Deno.writeTextFile(`${to}.mjs`, inOneByte(code));
  await Deno.writeTextFile(`${to}.cjs`, `"use strict";\nmodule.exports = require("${file}.mjs");\n`);
  await Deno.writeTextFile(`${to}.d.cts`, plainDeclarations(pack.isSmall ? shortComments(types) : types));
  await Deno.writeTextFile(`${to}.d.mts`, `export * from "${file}.cjs";\n`);
}

/** Writes the code and the declarations of a package, whose modules dnt has made, into a folder. */
export async function rollUp(pack: NpmPackage, out: string): Promise<void> {
  const { exports }: Modules = JSON.parse(await Deno.readTextFile(`${modulesOf(pack)}/package.json`));
  for (const [name, { import: module }] of Object.entries(exports)) {
    await writeEntry(pack, out, name, module);
  }
}
