// Bundles the command line, with what it imports from JSR.
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import ts from "typescript";
import { lockOption } from "../../deno.ts";
import { packedConfig } from "../../dashboard.ts";
import { ran } from "../../ran.ts";
import { type Inside, packagesIn } from "../notices/inside.ts";

/** The packages that the program depends on. */
const OTHERS = ["@tonearm/client", "@tonearm/client/file", "@tonearm/sandbox"];

/** Modules of the command line that programs import. */
const LIBRARIES = ["cli/catalogue/mod.ts"];

/** Runs `deno bundle`. */
export async function bundle(config: string, ...args: string[]): Promise<void> {
  const words = ["bundle", "-q", lockOption(), "--config", await packedConfig(config), ...args];
  const { success, stderr } = await ran(Deno.execPath(), words);
  if (!success) throw new Error(`Cannot bundle ${args.at(-1)}: ${stderr}`);
}

/** Where `cli/version.ts` says how it was built. */
export const BUILD: RegExp = /\bBUILD = "source"/g;

/** Says in a bundle of the program how it was built. */
export function markBuild(text: string, build: string): string {
  return text.replaceAll(BUILD, `BUILD = "${build}"`);
}

/** Removes local paths of packages from the bundler's comments and module names. */
export function withoutPlaces(text: string): string {
  return text.replaceAll(/(?:\.\.\/)+[^"'\n]*?\/npm\/[^/"'\s]+\//g, "npm:");
}

/**
 * Bundles the command line in parts, so that each command loads only what it needs. The entry is CommonJS, so that Node
 * answers `--version` as fast as an empty program.
 *
 * @returns The third-party packages in it.
 */
export async function bundleCommandLine(config: string, out: string): Promise<readonly Inside[]> {
  const options = ["--platform", "deno", ...OTHERS.flatMap((name) => ["--external", name])];
  await bundle(config, ...options, "--code-splitting", "--outdir", out, "cli/start.ts", ...LIBRARIES);
  await bundle(
    config,
    ...options,
    "--format",
    "cjs",
    "--external",
    "*/start.ts",
    "-o",
    `${out}/main.cjs`,
    "cli/main.ts",
  );
  const places = { main: 0, parts: 0 };
  const texts: string[] = [];
  const written = new Map<string, string>();
  const names = await readdir(out, { recursive: true });
  for (const name of names.filter((name) => /\.c?js$/.test(name))) {
    const text = await Deno.readTextFile(`${out}/${name}`);
    texts.push(text);
    const isMain = name === "main.cjs";
    places[isMain ? "main" : "parts"] += text.match(BUILD)?.length ?? 0;
    const marked = withoutPlaces(markBuild(text, "npm"));
    written.set(name, isMain ? marked.replace('"./start.ts"', '"./start.js"') : forOldNode(marked, name));
  }
  if (places.main !== 1 || places.parts !== 1) throw new Error("The bundle has another place for how it was built");
  for (const name of written.keys()) await Deno.remove(`${out}/${name}`);
  for (const [name, text] of renamedParts(written)) await Deno.writeTextFile(`${out}/${name}`, text);
  await Deno.chmod(`${out}/main.cjs`, 0o755);
  return packagesIn(texts.join("\n"));
}

/** The name of a part: the bundler's hash of its text, with the folder of the build in it. */
const PART = /\b([\w.]+)-[A-Z2-7]{8}\.js/g;
/** How far from a part another one changes its name. */
const ROUNDS = 4;

/**
 * Names parts by their text alone, so that another folder of the build gives the same names.
 *
 * @throws {Error} When two parts would have one name.
 */
export function renamedParts(texts: ReadonlyMap<string, string>): Map<string, string> {
  const parts = [...texts.keys()].filter((name) => name.match(PART)?.[0] === name);
  let names = new Map(parts.map((name) => [name, name.replace(PART, "$1.js")]));
  const renamed = (text: string) => text.replaceAll(PART, (name) => names.get(name) ?? name);
  for (let round = 0; round < ROUNDS; round++) {
    names = new Map(parts.map((name) => {
      const hash = createHash("sha256").update(renamed(texts.get(name)!)).digest("hex").slice(0, 8);
      return [name, name.replace(PART, `$1-${hash}.js`)];
    }));
  }
  if (new Set(names.values()).size < parts.length) throw new Error("Two parts of the bundle have the same name");
  return new Map([...texts].map(([name, text]) => [names.get(name) ?? name, renamed(text)]));
}

/**
 * Node 20 and 22 have no `using` declarations. Comments of other packages are removed; NOTICES.md has their licences.
 */
function forOldNode(text: string, fileName: string): string {
  const { outputText } = ts.transpileModule(text, {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      allowJs: true,
      removeComments: true,
    },
  });
  return outputText;
}
