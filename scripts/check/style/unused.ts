// Exports that nothing imports.
import ts from "typescript";
import { lineOf, nodesOf, type Source } from "./source.ts";

type Exported = ts.FunctionDeclaration | ts.ClassDeclaration | ts.VariableStatement;

/**
 * Reports functions, classes and values that no other file names. Types are exempt, because the types of exports have
 * to be exported too.
 */
export function unusedExports(sources: readonly Source[]): string[] {
  const files = new Map<string, number>();
  for (const { ast } of sources) for (const name of namesIn(ast)) files.set(name, (files.get(name) ?? 0) + 1);
  return sources.flatMap(({ path, ast }) =>
    exportsOf(ast).filter(({ text }) => files.get(text) === 1)
      .map((name) => `${path}:${lineOf(ast, name)}: nobody imports ${name.text}`)
  );
}

function namesIn(ast: ts.SourceFile): Set<string> {
  return new Set([...nodesOf(ast)].filter(ts.isIdentifier).map(({ text }) => text));
}

function exportsOf(ast: ts.SourceFile): ts.Identifier[] {
  return ast.statements.filter(isExported).flatMap((statement) => {
    const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    return named.flatMap(({ name }) => name && ts.isIdentifier(name) ? [name] : []);
  });
}

function isExported(node: ts.Statement): node is Exported {
  const isValue = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isVariableStatement(node);
  return isValue && (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
}
