/**
 * Names, and things that are never left in.
 *
 * @module
 */
import ts from "typescript";
import { lineOf, nodesOf, type Source } from "./source.ts";

/** Complains of files and folders that are named after nothing in particular. */
export function names(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(path))
    .map(({ path }) => `${path}:1: is named after nothing in particular`);
}

/** Complains of default exports, which have no name to search for. */
export function defaultExports(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, ast }) =>
    [...nodesOf(ast)].filter((node) =>
      ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword && isExport(node)
    )
      .map((node) => `${path}:${lineOf(ast, node)}: a default export`)
  );
}

function isExport(node: ts.Node): boolean {
  return ts.isFunctionDeclaration(node.parent) || ts.isClassDeclaration(node.parent);
}

/** Complains of what was left for later. */
export function leftovers(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) =>
      /(^|\s)(\/\/|\/?\*+) .*\b(TODO|FIXME|XXX)\b/.test(line) ? [`${path}:${index + 1}: left for later`] : []
    )
  );
}

/** Complains of tests that are switched off, and of those that switch off the others. A condition that says when is fine. */
export function switchedOff(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => path.startsWith("tests/")).flatMap(({ path, ast }) =>
    [...nodesOf(ast)].filter((node) => isSwitch(node)).map((node) =>
      `${path}:${lineOf(ast, node)}: a test is switched off`
    )
  );
}

function isSwitch(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return /^(Deno\.test|test|it|describe)(\.step)?\.(only|ignore|skip|todo)$/.test(node.getText());
  }
  return ts.isPropertyAssignment(node) && /^(ignore|only|skip)$/.test(node.name.getText()) &&
    node.initializer.kind === ts.SyntaxKind.TrueKeyword;
}
