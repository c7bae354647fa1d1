import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ENVIRONMENT } from "../../cli/commands/help/topics.ts";
import { EXITS } from "../../cli/errors.ts";
import { commandTree, flatten } from "../../scripts/docs/reference/tree.ts";
import { type Declaration, type DocSymbol, entries, type Entry } from "../../scripts/docs/site/reference.ts";
import { signatureAt } from "../../scripts/docs/site/signatures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { writeStoredFiles } from "../upgrade/stored_files.ts";

/** The text of each package's surface, by the package's name. */
export async function surfaces(): Promise<Map<string, string>> {
  const packs = Map.groupBy(await entries(), ({ pack }) => pack.replace(/.*\//, ""));
  const texts = await Promise.all([...packs].map(async ([pack, modules]) => {
    const parts = await Promise.all(modules.map(moduleText));
    if (pack === "cli") parts.push(await commandsText(), exitsText(), variablesText(), await filesText());
    return [pack, `${parts.join("\n\n")}\n`] as const;
  }));
  return new Map(texts);
}

async function moduleText({ specifier, symbols }: Entry): Promise<string> {
  const texts = await Promise.all(symbols.toSorted(byName).map(symbolText));
  return [`# ${specifier}`, ...texts].join("\n");
}

function byName(one: DocSymbol, other: DocSymbol): number {
  return one.name < other.name ? -1 : 1;
}

async function symbolText({ name, declarations }: DocSymbol): Promise<string> {
  return (await Promise.all(declarations.map((one) => declarationText(name, one)))).join("\n");
}

async function declarationText(name: string, { kind, location, def }: Declaration): Promise<string> {
  if (kind === "reference") return `reference ${name}`;
  if (kind === "namespace") return `namespace ${name}: ${def?.elements?.map((one) => one.name).toSorted().join(", ")}`;
  if (kind !== "class") return plain(await signatureAt(location)).replace(/^function \w+/, `function ${name}`);
  const { constructors = [], properties = [], methods = [] } = def ?? {};
  const members = await Promise.all(
    [...constructors, ...properties, ...methods].map((one) => signatureAt(one.location)),
  );
  return [`class ${name}`, ...members.map((text) => plain(text).replaceAll(/^/gm, "  "))].join("\n");
}

/** A signature without comments and blank lines. */
function plain(text: string): string {
  const bare = text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
  return bare.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "").join("\n").trim();
}

async function commandsText(): Promise<string> {
  const commands = flatten(await commandTree()).map(({ usages, options, globalOptions, fields }) => [
    ...usages,
    ...[...options, ...globalOptions].map(([option]) => `  ${option}`),
    ...fields.length > 0 ? [`  json: ${fields.join(", ")}`] : [],
  ]);
  return ["# commands, with their options and the fields of their JSON", ...commands.flat()].join("\n");
}

function exitsText(): string {
  return ["# exit codes", ...Object.entries(EXITS).map(([name, { code }]) => `${code} ${name}`)].join("\n");
}

function variablesText(): string {
  return ["# environment variables", ...ENVIRONMENT.map(([name]) => name)].join("\n");
}

/** The files that the program has written, with a letter for each hash or number. */
async function filesText(): Promise<string> {
  await using folder = await temporaryFolder();
  const home = folder.path;
  await writeStoredFiles(home);
  const paths = await readdir(home, { recursive: true, withFileTypes: true });
  const files = paths.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(home.length + 1));
  const written = files.filter((path) => /^(?:config|data|work)\//.test(path) && !path.endsWith(".wav"));
  const names = written.map((path) => path.replaceAll(/[0-9a-f]{16}|\d+/g, "*")).toSorted();
  return ["# files", ...new Set(names)].join("\n");
}
