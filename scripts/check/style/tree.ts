// The tree as a whole: file names and the share of tests.
import { isGenerated } from "./size.ts";
import type { Source } from "./source.ts";

/** Minimum lines of tests per line of source. */
const TESTS_PER_SOURCE = 1;

/** Reports files and folders with meaningless names. */
export function names(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(path))
    .map(({ path }) => `${path}:1: is named after nothing in particular`);
}

/** Reports when there are fewer lines of tests than of source, without blank lines and comments. */
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
