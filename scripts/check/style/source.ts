// Source files, parsed, for the rules of this folder.
import { posix } from "node:path";
import ts from "typescript";

/** What a module imports or re-exports, and from where. */
export interface Import {
  /** As the source spells it. */
  readonly specifier: string;
  /** The imported file, from the root of the repository; absent if it isn't a relative path. */
  readonly target?: string;
  /** Whether it's erased by compilation. */
  readonly isType: boolean;
  /** The line it stands on. */
  readonly line: number;
}

/** A source file. */
export interface Source {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  /** Its text. */
  readonly text: string;
  /** Number of lines, including comments. */
  readonly lines: number;
  /** Its syntax. */
  readonly ast: ts.SourceFile;
  /** What it imports. */
  readonly imports: readonly Import[];
}

/** Parses a source file. */
export function parse(path: string, text: string): Source {
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.trimEnd().split("\n").length;
  return { path, text, lines, ast, imports: importsOf(path, ast) };
}

/** The line, counted from one, on which a node begins. */
export function lineOf(ast: ts.SourceFile, node: ts.Node): number {
  return ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1;
}

/** Every node of a file, parents before children. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

function importsOf(path: string, ast: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (literal: ts.Node | undefined, isType: boolean) => {
    if (!literal || !ts.isStringLiteral(literal)) return;
    const specifier = literal.text;
    const target = specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : undefined;
    found.push({ specifier, isType, line: lineOf(ast, literal), ...(target === undefined ? {} : { target }) });
  };
  for (const node of nodesOf(ast)) {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
  }
  return found;
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return Boolean(importClause);
  const { name, namedBindings } = importClause;
  return !name && namedBindings !== undefined && ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((element) => element.isTypeOnly);
}
