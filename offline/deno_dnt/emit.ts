// Emits the JavaScript of a module, and the declarations of all modules.
import ts from "typescript";
import { isJson, type Module } from "./graph.ts";

/** A file of the package, below its folder of modules. */
export interface Emitted {
  readonly path: string;
  readonly text: string;
}

/** Emits a module as JavaScript. */
export function emit(module: Module): Emitted {
  if (isJson(module.path)) return module;
  const { outputText } = ts.transpileModule(withSpecifiers(module), {
    fileName: `${module.path.split("/").at(-1)}.ts`,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return { path: `${module.path}.js`, text: outputText };
}

/** Returns the declarations of all modules. */
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
  const code = modules.filter(({ path }) => !isJson(path));
  const texts = new Map(code.map((module) => [`/${module.path}.ts`, withSpecifiers(module)]));
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

/** Replaces the specifiers of other modules, from the last to the first, so that positions stay valid. */
function withSpecifiers({ text, specifiers }: Module): string {
  return literals(text).toReversed().reduce((current, literal) => {
    const replacement = specifiers.get(literal.text);
    if (replacement === undefined) return current;
    return current.slice(0, literal.getStart() + 1) + replacement + current.slice(literal.getEnd() - 1);
  }, text);
}

/** Returns the specifiers of a module in order: those of imports, exports, `import()` and types. */
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
