/**
 * How long files and functions may be, and how much of the whole is tests.
 *
 * @module
 */
import ts from "typescript";
import { lineOf, nodesOf, type Source } from "./source.ts";

const FILE_LINES = 350;
const FUNCTION_LINES = 40;
/** Lines of tests for a line of source, at least. */
const TESTS_PER_SOURCE = 1;

/** Complains of files over the limit; generated ones, and those with nothing but types or data, are free. */
export function fileSizes(sources: readonly Source[]): string[] {
  return sources.filter((source) => source.lines > FILE_LINES && !isGenerated(source) && hasCode(source))
    .map(({ path, lines }) => `${path}:1: has ${lines} lines, over ${FILE_LINES}`);
}

/** Whether a script wrote the file. */
function isGenerated({ text }: Source): boolean {
  return /^\/\*\*[^/]*\b[Ww]ritten by scripts\//.test(text);
}

function hasCode({ ast }: Source): boolean {
  return [...nodesOf(ast)].some((node) => isFunction(node) || ts.isClassDeclaration(node));
}

/** Complains of functions over the limit. */
export function functionSizes(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, ast }) =>
    [...nodesOf(ast)].filter(isFunction).flatMap((node) => {
      const lines = ast.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - lineOf(ast, node);
      return lines > FUNCTION_LINES
        ? [`${path}:${lineOf(ast, node)}: a function has ${lines} lines, over ${FUNCTION_LINES}`]
        : [];
    })
  );
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

/** Complains when there is less of tests than of what they test, in lines that are neither blank nor comment. */
export function testRatio(sources: readonly Source[]): string[] {
  const linesWhere = (pattern: RegExp) =>
    sources.filter((source) => pattern.test(source.path) && !isGenerated(source))
      .reduce((sum, { text }) => sum + text.split("\n").filter(isCode).length, 0);
  const tests = linesWhere(/^tests\//);
  const code = linesWhere(/^(mod\.ts|src\/|cli\/|sandbox\/)/);
  return tests < code * TESTS_PER_SOURCE ? [`tests/:1: ${tests} lines of tests for ${code} lines of source`] : [];
}

function isCode(line: string): boolean {
  return !/^\s*($|\/\/|\/\*|\*)/.test(line);
}
