/**
 * Writes `src/session/namespaces.ts`: the operations as methods of a client. With `--check`, it only checks that the file is up
 * to date.
 */
import { posix } from "node:path";
import ts from "typescript";
import { nodesOf, parse } from "../check/style/source.ts";
import { chooseConfig } from "../deno.ts";
import { formatted } from "../ran.ts";

const ROOT = new URL("../../", import.meta.url);
const TARGET = "src/session/namespaces.ts";
/** Groups whose functions take an app's credentials instead of a token; their binding is handwritten. */
const BY_HAND = ["auth"];
/** Groups whose name has two words; other modules of two words belong to the group of the first word. */
const TWO_WORDS = ["system_playlists"];
const HEADER = `/**
 * The groups of operations as a client has them, written by scripts/build/generate_namespaces.ts from src/operations/.
 *
 * @module
 */
`;

/** Modules of operations: their paths from the root of the repository, and their texts. */
export type Modules = ReadonlyMap<string, string>;

interface Operation {
  readonly name: string;
  readonly declaration: ts.FunctionDeclaration;
}

interface Namespace {
  readonly text: string;
  /** Names of types, and their modules. */
  readonly types: ReadonlyMap<string, string>;
}

/** The import of a module of `src/` from the written file. */
function specifier(from: string): string {
  const path = posix.relative(posix.dirname(TARGET), from);
  return path.startsWith(".") ? path : `./${path}`;
}

/** The text of the namespaces, not yet formatted. A module of two words continues the group of its first, unless it is listed. */
export function generate(modules: Modules): string {
  const files = new Map([...modules].map(([path, text]) => [path, parse(path, text).ast]));
  const namespaces = [...files.keys()].filter(isGroup).map((path) => namespaceOf(path, files));
  const names = Map.groupBy(namespaces.flatMap(({ types }) => [...types]), ([, from]) => from);
  const imports = [...names].sort(([a], [b]) => a < b ? -1 : 1).map(([from, entries]) => {
    const unique = [...new Set(entries.map(([name]) => name))].sort();
    return `import type { ${unique.join(", ")} } from "${specifier(from)}";\n`;
  });
  return [HEADER, ...imports, ...namespaces.map(({ text }) => `\n${text}`)].join("");
}

function groupOf(path: string): string {
  return posix.basename(path, ".ts");
}

function isGroup(path: string): boolean {
  const group = groupOf(path);
  return (!group.includes("_") || TWO_WORDS.includes(group)) && !BY_HAND.includes(group);
}

function namespaceOf(path: string, files: ReadonlyMap<string, ts.SourceFile>): Namespace {
  const group = groupOf(path).replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const operations = operationsOf(path, files);
  const types = new Map(operations.flatMap(({ declaration }) => {
    const known = typesOf(declaration.getSourceFile());
    return identifiersIn(declaration).flatMap((name) =>
      known.has(name) ? [[name, known.get(name) ?? ""] as const] : []
    );
  }));
  const title = group.charAt(0).toUpperCase() + group.slice(1);
  const methods = operations.map(methodOf).join("\n");
  if (methods.includes("MethodOptions")) types.set("MethodOptions", "src/session.ts");
  if (!/\bCallOptions\b/.test(methods)) types.delete("CallOptions");
  const doc =
    `/** The operations of \`${group}\`. Each takes call options last. Errors and examples: see the functions of the same names. */`;
  return { text: `${doc}\nexport interface ${title}Api {\n${methods}\n}\n`, types };
}

/** The functions that a module exports or re-exports; for an overloaded one, its signatures. */
function operationsOf(path: string, files: ReadonlyMap<string, ts.SourceFile>): Operation[] {
  const ast = files.get(path);
  if (!ast) throw new Error(`Cannot read the operations of ${path}: it is not in src/operations/.`);
  const functions = ast.statements.filter(ts.isFunctionDeclaration).map(
    (declaration): Operation => ({ name: declaration.name?.text ?? "", declaration }),
  );
  const exported = functions.filter(({ declaration }) => isExported(declaration));
  const passedOn = ast.statements.filter(ts.isExportDeclaration).filter(({ isTypeOnly }) => !isTypeOnly)
    .flatMap(({ exportClause, moduleSpecifier }) => {
      const from = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
      const all = from === undefined ? functions : operationsOf(posix.join(posix.dirname(path), from), files);
      return exportClause && ts.isNamedExports(exportClause)
        ? exportClause.elements.flatMap((one) => renamed(one, all))
        : all;
    });
  return [...exported, ...passedOn].filter(({ name, declaration }, _, all) =>
    !declaration.body || all.every((other) => other.name !== name || other.declaration.body)
  );
}

function renamed({ name, propertyName }: ts.ExportSpecifier, operations: readonly Operation[]): Operation[] {
  const found = operations.filter((operation) => operation.name === (propertyName ?? name).text);
  return found.map(({ declaration }) => ({ name: name.text, declaration }));
}

function isExported(node: ts.FunctionDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** The types that a module imports or exports, with the files they come from. */
function typesOf(ast: ts.SourceFile): Map<string, string> {
  const types = new Map<string, string>();
  for (const statement of ast.statements) {
    if ((ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) && statement.modifiers) {
      types.set(statement.name.text, ast.fileName);
    } else if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const bindings = statement.importClause?.namedBindings;
      const from = posix.join(posix.dirname(ast.fileName), statement.moduleSpecifier.text);
      if (bindings && ts.isNamedImports(bindings)) bindings.elements.forEach(({ name }) => types.set(name.text, from));
    }
  }
  return types;
}

/** The names in the part of a signature that the namespace keeps. */
function identifiersIn(declaration: ts.FunctionDeclaration): string[] {
  const kept = [
    ...declaration.typeParameters ?? [],
    ...declaration.parameters.slice(1).map(({ type }) => type),
    declaration.type,
  ];
  return kept.flatMap((node) => node ? [...nodesOf(node)] : []).filter(ts.isIdentifier).map(({ text }) => text);
}

function methodOf({ name, declaration }: Operation): string {
  const { typeParameters, parameters, type } = declaration;
  const generics = typeParameters?.length ? `<${typeParameters.map((node) => node.getText()).join(", ")}>` : "";
  const whole = parameters.find((parameter) => parameter.name.getText() === "options")?.type?.getText() ?? "";
  const options = whole === "CallOptions" ? "MethodOptions" : `MethodOptions<${whole}>`;
  const kept = parameters.slice(1).map(({ dotDotDotToken, name, questionToken, initializer, type }) => {
    const optional = questionToken || initializer ? "?" : "";
    // Options are also accepted where soundcloud-api-ts has them.
    return `${dotDotDotToken ? "..." : ""}${name.getText()}${optional}: ${
      type?.getText().replace(whole, whole && options)
    }`;
  });
  return `${docOf(declaration)}\n  ${name}${generics}(${kept.join(", ")}): ${type?.getText()};`;
}

/** The doc comment without the first parameter, errors, examples and options that every method has. */
function docOf(declaration: ts.FunctionDeclaration): string {
  const doc = ts.getJSDocCommentsAndTags(declaration).find(ts.isJSDoc)?.getText() ?? "";
  const first = declaration.parameters[0]?.name.getText();
  const tag = new RegExp(String.raw`^ \* @param ${first}\b.*\n(?: \* (?!@).*\n)*`, "m");
  const short = doc.replace(tag, "").replace(/^ \* @(?:throws|example|see)\b.*\n(?: \* ?(?!@).*\n)*/gm, "")
    .replace(" * @param options Call options.\n", "");
  return short.split("\n").map((line) => `  ${line}`).join("\n");
}

async function readModules(): Promise<Modules> {
  const folder = "src/operations";
  const entries = await Array.fromAsync(Deno.readDir(new URL(`${folder}/`, ROOT)));
  const paths = entries.map(({ name }) => `${folder}/${name}`).filter((path) => path.endsWith(".ts")).sort();
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await Deno.readTextFile(new URL(path, ROOT))] as const)),
  );
}

if (import.meta.main) {
  const target = new URL(TARGET, ROOT);
  const text = await formatted(generate(await readModules()), "--config", await chooseConfig(), "--ext=ts");
  const isCurrent = await Deno.readTextFile(target).then((old) => old === text, () => false);
  const isCheck = Deno.args.includes("--check");
  if (!isCurrent && isCheck) console.error(`${TARGET} is not up to date: run \`deno task build namespaces\`.`);
  if (!isCurrent && !isCheck) await Deno.writeTextFile(target, text);
  Deno.exit(!isCurrent && isCheck ? 1 : 0);
}
