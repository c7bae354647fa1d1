/**
 * The tree as a whole: names of files, and how much of it is tests.
 *
 * @module
 */
import { isGenerated } from "./size.ts";
import type { Source } from "./source.ts";

/** Lines of tests for a line of source, at least. */
const TESTS_PER_SOURCE = 1;

/** Complains of files and folders that are named after nothing in particular. */
export function names(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(path))
    .map(({ path }) => `${path}:1: is named after nothing in particular`);
}

/** Complains when there is less of tests than of what they test, in lines that are neither blank nor comment. */
export function testRatio(sources: readonly Source[]): string[] {
  const linesWhere = (pattern: RegExp) =>
    sources.filter((source) => pattern.test(source.path) && !isGenerated(source.text))
      .reduce((sum, { text }) => sum + text.split("\n").filter(isCode).length, 0);
  const tests = linesWhere(/^tests\//);
  const code = linesWhere(/^(mod\.ts|src\/|cli\/|sandbox\/)/);
  return tests < code * TESTS_PER_SOURCE ? [`tests/:1: ${tests} lines of tests for ${code} lines of source`] : [];
}

function isCode(line: string): boolean {
  return !/^\s*($|\/\/|\/\*|\*)/.test(line);
}
