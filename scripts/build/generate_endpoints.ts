/**
 * Writes the types of replies in `src/types/endpoints.ts`, with their imports, from the sandbox's tables of operations and
 * fields, so that the library imports nothing of it. With `--check`, it only checks that the file is up to date.
 */
import { ARRAYS, FIELDS } from "../../sandbox/contract/fields.ts";
import { OPERATION_TABLE } from "../../sandbox/contract/operations.ts";
import type { OperationTable } from "../../sandbox/contract/row.ts";

const ROOT = new URL("../../", import.meta.url);
const FOLDER = "src/types";
const TARGET = `${FOLDER}/endpoints.ts`;
const IMPORTS = /^(?:import [^;]*;\n)+/m;
const BODY = /(?<=^export type Endpoints = \{\n)[^]*?(?=^\};\n)/m;

/** The library's types of replies whose names don't tell. */
const TYPES: Readonly<Record<string, string>> = {
  "": "undefined",
  "Activities": "ActivitiesResponse",
  "Connections": "Connection[]",
  "Status": "StatusReply",
  "Found": "RedirectReply",
};
const LISTS: Readonly<Record<string, string>> = ARRAYS;

/** Texts of the modules of `src/types/`, by their names. */
export type Modules = Readonly<Record<string, string>>;

/** The type of a schema: a listed one, a list, a page, or the exported type of its name. */
function typeOf(schema: string, known: ReadonlyMap<string, string>): string {
  const [name = "", array] = schema.split("|");
  const listed = /^\[(\w+)\]$/.exec(LISTS[array ?? name] ?? "")?.[1];
  if (listed !== undefined) {
    const item = typeOf(listed, known);
    return array === undefined ? `${item}[]` : `ListReply<${item}>`;
  }
  if (name in TYPES) return TYPES[name]!;
  const [first = ""] = FIELDS[name]?.find(([, names]) => names === "collection") ?? [];
  const paged = /^\[(\w+)\]$/.exec(first)?.[1];
  if (paged !== undefined) return `PaginatedResponse<${typeOf(paged, known)}>`;
  const type = [`Service${name}`, name].find((one) => known.has(one));
  if (type === undefined) throw new TypeError(`Cannot write ${schema}: the library has no type for it`);
  return type;
}

/** The imports of the types that a text names. */
function importsOf(text: string, known: ReadonlyMap<string, string>): string {
  const named = new Set(text.match(/\b[A-Z]\w+/g));
  const used = [...known].filter(([name, module]) => named.has(name) && module !== "endpoints.ts");
  return [...Map.groupBy(used, ([, module]) => module)].sort(([a], [b]) => a < b ? -1 : 1)
    .map(([module, types]) => `import type { ${types.map(([name]) => name).sort().join(", ")} } from "./${module}";\n`)
    .join("");
}

/** Returns the file with the operations of a table that clients may call, in alphabetical order. */
export function generateEndpoints(file: string, modules: Modules, table: OperationTable): string {
  const exported = Object.entries(modules).flatMap(([module, text]) =>
    Array.from(text.matchAll(/^export (?:interface|type) (\w+)/gm), ([, name = ""]) => [name, module] as const)
  );
  const known = new Map(exported);
  const lines = Object.entries(table).flatMap(([operation, { reply }]) => {
    if (reply === undefined) return [];
    return [`  "${operation}": ${Object.values(reply).map((schema) => typeOf(schema, known)).join(" | ")};\n`];
  });
  const body = lines.sort().join("");
  return file.replace(BODY, () => body).replace(IMPORTS, () => importsOf(`PaginatedResponse ${body}`, known));
}

/** Reads the modules of `src/types/`. */
export async function readTypes(): Promise<Modules> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(`${FOLDER}/`, ROOT)));
  const texts = entries.map(async ({ name }) => [name, await Deno.readTextFile(new URL(`${FOLDER}/${name}`, ROOT))]);
  return Object.fromEntries(await Promise.all(texts));
}

if (import.meta.main) {
  const modules = await readTypes();
  const old = modules["endpoints.ts"] ?? "";
  const text = generateEndpoints(old, modules, OPERATION_TABLE);
  const isCheck = Deno.args.includes("--check");
  if (text !== old && isCheck) console.error(`${TARGET} is not up to date: run \`deno task build endpoints\`.`);
  if (text !== old && !isCheck) await Deno.writeTextFile(new URL(TARGET, ROOT), text);
  Deno.exit(text !== old && isCheck ? 1 : 0);
}
