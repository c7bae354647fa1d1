/**
 * What the packages may take from the runtime.
 *
 * @module
 */
import ts from "typescript";
import { lineOf, nodesOf, type Source } from "./source.ts";

const OTHER_RUNTIMES = ["Deno", "Bun"];

/** Complains of runtimes by name in the packages, and of anything from outside in the library. */
export function purity(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    if (isLibrary(source.path)) {
      return [...foreignNames(source, [...OTHER_RUNTIMES, "process", "Buffer"]), ...foreignImports(source)];
    }
    return /^(cli|sandbox)\//.test(source.path) ? foreignNames(source, OTHER_RUNTIMES) : [];
  });
}

function isLibrary(path: string): boolean {
  return path === "mod.ts" || path.startsWith("src/");
}

function foreignImports({ path, imports }: Source): string[] {
  return imports.filter(({ specifier, target }) =>
    target === undefined && !(path.startsWith("src/stores/file") && specifier.startsWith("node:"))
  )
    .map(({ specifier, line }) => `${path}:${line}: the library imports ${specifier}`);
}

function foreignNames({ path, ast }: Source, names: readonly string[]): string[] {
  return [...nodesOf(ast)]
    .filter((node): node is ts.Identifier => ts.isIdentifier(node) && names.includes(node.text) && isReference(node))
    .map((node) => `${path}:${lineOf(ast, node)}: names ${node.text}`);
}

/** Whether a name stands for a thing, rather than for a member of some other thing. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) {
    return parent.expression === node || parent.expression.getText() === "globalThis";
  }
  return !(ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) ||
    parent.name !== node;
}
