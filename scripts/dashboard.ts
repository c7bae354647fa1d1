/**
 * The dashboard's files for browsers, made of `sandbox/dashboard/client/`. A checkout makes them when they are first
 * asked for, because its `deno.json` has this module in the place of `sandbox/dashboard/assets.ts`. Packages have that
 * file, with the texts.
 */
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { readConfig, writeWhole } from "./deno.ts";

const ROOT = new URL("../", import.meta.url);
const CLIENT = new URL("sandbox/dashboard/client/", ROOT);
/** The module of the texts, from the root of a package. */
export const ASSETS = "sandbox/dashboard/assets.ts";
const COMMENT = /^ *(?:\/\/.*|\/\*[^]*?\*\/)\n/gm;

let made: Record<string, string> | undefined;

/** Converts a module for browsers, which follow imports themselves. */
export function forBrowser(text: string): string {
  const plain = stripTypeScriptTypes(text.replaceAll(COMMENT, ""));
  return plain.replaceAll(/(from "\.\/\w+)\.ts"/g, '$1.js"').replaceAll(/ +$/gm, "").trimStart();
}

function make(): Record<string, string> {
  const found: Record<string, string> = { "style.css": "" };
  for (const name of [...Deno.readDirSync(CLIENT)].map(({ name }) => name).sort()) {
    const text = Deno.readTextFileSync(new URL(name, CLIENT));
    if (name.endsWith(".ts")) found[name.replace(/ts$/, "js")] = forBrowser(text);
    else if (name.endsWith(".css")) found["style.css"] += text.replaceAll(COMMENT, "");
    else found[name] = text;
  }
  return found;
}

/** Texts by the names under which the page loads them. */
export function dashboardFiles(): Readonly<Record<string, string>> {
  return made ??= make();
}

/** Writes the module of the texts, which needs nothing of a checkout. */
export async function writeAssets(path: URL): Promise<void> {
  const type = "Readonly<Record<string, string>>";
  const files = JSON.stringify(dashboardFiles(), null, 2);
  await writeWhole(path, `export function dashboardFiles(): ${type} {\n  return ${files};\n}\n`);
}

/** Returns the path of a configuration for bundles: with the texts of the dashboard instead of this module. */
export async function packedConfig(config: string): Promise<string> {
  await Deno.mkdir(new URL("dist/", ROOT), { recursive: true });
  await writeAssets(new URL("dist/dashboard.ts", ROOT));
  const packed = await readConfig<{ imports: Record<string, string> }>(config);
  packed.imports[`./${ASSETS}`] = "./dist/dashboard.ts";
  const path = new URL("deno.packed.json", ROOT);
  await writeWhole(path, JSON.stringify(packed));
  return fileURLToPath(path);
}
