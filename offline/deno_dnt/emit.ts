/**
 * One module as JavaScript, with its declarations and its source map.
 *
 * @module
 */
import { relative } from "node:path";
import ts from "typescript";
import type { Module } from "./graph.ts";

/** How modules are written. */
export interface EmitSettings {
  readonly folder: "esm" | "script";
  readonly module: "ESNext" | "CommonJS";
  readonly type: "module" | "commonjs";
}

/** A file of the package, below the format's folder. */
export interface Emitted {
  readonly path: string;
  readonly text: string;
}

/** Writes a module in one format. */
export function emit(module: Module, { folder, module: kind }: EmitSettings): Emitted[] {
  const { path } = module;
  const { outputText, sourceMapText = "" } = ts.transpileModule(withSpecifiers(module), {
    fileName: `${path.split("/").at(-1)}.ts`,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind[kind],
      esModuleInterop: true,
      verbatimModuleSyntax: kind === "ESNext",
      sourceMap: true,
    },
  });
  return [
    { path: `${path}.js`, text: outputText },
    { path: `${path}.js.map`, text: sourceMap(sourceMapText, module, folder) },
  ];
}

/** The declarations of all modules, which are the same in both formats. */
export function declare(modules: readonly Module[]): Emitted[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    lib: ["lib.esnext.d.ts"],
    declaration: true,
    emitDeclarationOnly: true,
    isolatedDeclarations: true,
    noCheck: true,
    noResolve: true,
  };
  const texts = new Map(modules.map((module) => [`/${module.path}.ts`, withSpecifiers(module)]));
  const host = ts.createCompilerHost(options);
  const readLibrary = host.getSourceFile;
  host.getSourceFile = (name, target) => {
    const text = texts.get(name);
    return text === undefined ? readLibrary(name, target) : ts.createSourceFile(name, text, target);
  };
  const emitted: Emitted[] = [];
  host.writeFile = (name, text) => void emitted.push({ path: name.slice(1), text });
  ts.createProgram([...texts.keys()], options, host).emit();
  return emitted;
}

/** Replaces the specifiers that name other modules, from the last to the first, so that positions stay right. */
function withSpecifiers({ text, specifiers }: Module): string {
  return literals(text).toReversed().reduce((current, literal) => {
    const replacement = specifiers.get(literal.text);
    if (replacement === undefined) return current;
    return current.slice(0, literal.getStart() + 1) + replacement + current.slice(literal.getEnd() - 1);
  }, text);
}

/** The specifiers of a module, in order: those of imports, exports, `import()` and types. */
function literals(text: string): ts.StringLiteral[] {
  const found: ts.StringLiteral[] = [];
  const keep = (node: ts.Node | undefined) => void (node && ts.isStringLiteral(node) && found.push(node));
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) keep(node.moduleSpecifier);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) keep(node.arguments[0]);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) keep(node.argument.literal);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("module.ts", text, ts.ScriptTarget.ESNext, true));
  return found;
}

/** Names the source relative to the package, and holds its text, since no sources are published. */
function sourceMap(text: string, { path, source, text: content }: Module, folder: string): string {
  const { mappings, names } = JSON.parse(text);
  const up = relative(`${folder}/${path}/..`, `src/${source}`).replaceAll("\\", "/");
  return JSON.stringify({
    version: 3,
    file: `${path.split("/").at(-1)}.js`,
    sources: [up],
    sourcesContent: [content],
    names,
    mappings,
  });
}
