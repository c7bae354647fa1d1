/**
 * One file of code and one of declarations for each entry of a package, from the modules that dnt made.
 *
 * The code stands in the ES module; `require` gets the same one, so that a class is the same class whoever loads it. The declarations
 * stand in the CommonJS file, which older TypeScript reads from either side.
 *
 * @module
 */
import { type OutputOptions, type Plugin, rolldown, type RolldownPluginOption } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { modulesOf } from "./modules.ts";
import { fileOf, type NpmPackage } from "./packages.ts";
import { plainDeclarations, shortComments } from "./declarations.ts";

/** What dnt says of the modules it made. */
interface Modules {
  readonly exports: Readonly<Record<string, { readonly import: string }>>;
}

/** What entries share with another: classes that have to be one, and what the main entry exports anyway. */
const SHARED: readonly (readonly [RegExp, string])[] = [
  [/\/src\/(errors|oauth\/token_record|types\/\w+)\.js$/, "."],
  [/\/src\/limits\/memory_rate_limiter\.js$/, "./limits"],
];
/** Rolldown's comments about the origin of each part. */
const REGIONS = /^\/\/(#(end)?region| dist\/modules\/| \S+\.d\.ts$).*\n/gm;
const KEEP_NAMES = { function: false, class: true };

/** Code without comments; where size counts, also without blanks and long names; those of classes stay. */
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

/** Leaves to another entry what it shares with this one. */
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

/** The module that passes on a package's encoder, so that bundlers of programs take no more of it than that. */
const LAME = "./lame.js";

/** Loads that package when it is needed: a module that becomes a part of this file would load it at once. */
function encoderWhenNeeded(): Plugin {
  return {
    name: "encoder",
    resolveId: (id) => id === LAME ? { id: "wasm-media-encoders", external: true } : undefined,
  };
}

/** Spells letters beyond Latin 1 as escapes: one of them makes Node keep the whole source at two bytes a letter. */
function inOneByte(code: string): string {
  return code.replaceAll(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A group of functions under one name, with a getter for each. */
const GROUP = /__export(?:All)?\(\{([^}]*)\}\)/g;

/** Makes groups plain objects: functions never change, and a getter for each costs every import of the package. */
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
    // Beside declarations with namespaces, rolldown writes a file of its own that nothing imports.
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

/** Writes the files of one entry into a folder. */
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
