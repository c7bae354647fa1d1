/**
 * Writes `sandbox/dashboard/assets.ts`: the dashboard's files for browsers, built from `sandbox/dashboard/client/`.
 * Types are removed and nothing is bundled, because a browser follows imports itself. With `--check`, it only checks
 * that the file is up to date.
 */
import ts from "typescript";

const ROOT = new URL("../../", import.meta.url);
const CLIENT = "sandbox/dashboard/client/";
const TARGET = "sandbox/dashboard/assets.ts";
const HEADER = `/**
 * The files of the dashboard, written by scripts/build/build_dashboard.ts from ${CLIENT}.
 *
 * @module
 */

/** Texts by the names under which the page loads them. */
export const FILES: Readonly<Record<string, string>> = `;

/** Converts a module for browsers. */
export function forBrowser(text: string, fileName: string): string {
  const { outputText } = ts.transpileModule(text, {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      removeComments: true,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  return outputText;
}

/** A style sheet without its comments. */
function plainStyle(text: string): string {
  return text.replaceAll(/\/\*.*?\*\/\n?/gs, "");
}

/** What a browser loads of the dashboard, by name. */
export async function files(): Promise<Record<string, string>> {
  const found: Record<string, string> = { "style.css": "" };
  const names = [...Deno.readDirSync(new URL(CLIENT, ROOT))].map(({ name }) => name).sort();
  for (const name of names) {
    const text = await Deno.readTextFile(new URL(CLIENT + name, ROOT));
    if (name.endsWith(".ts")) found[name.replace(/ts$/, "js")] = forBrowser(text, name);
    else if (name.endsWith(".css")) found["style.css"] += plainStyle(text);
    else found[name] = text;
  }
  return found;
}

if (import.meta.main) {
  const texts = Object.entries(await files()).map(([name, text]) =>
    `  ${JSON.stringify(name)}: ${JSON.stringify(text)},`
  );
  const wanted = `${HEADER}{\n${texts.join("\n")}\n};\n`;
  const isCheck = Deno.args.includes("--check");
  const target = new URL(TARGET, ROOT);
  const isCurrent = wanted === await Deno.readTextFile(target).catch(() => undefined);
  if (!isCheck && !isCurrent) await Deno.writeTextFile(target, wanted);
  if (isCheck && !isCurrent) {
    console.error(`${TARGET} isn't what scripts/build/build_dashboard.ts writes: run deno task build dashboard`);
    Deno.exit(1);
  }
}
