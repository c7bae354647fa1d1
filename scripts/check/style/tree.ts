// The tree as a whole: file names, full folders, the share of tests, and their places.
import ts from "typescript";
import { isGenerated } from "./size.ts";
import { nodesOf, type Source } from "./source.ts";

/** Minimum lines of tests per line of source. */
const TESTS_PER_SOURCE = 1;

/** Minimum share of sources with a test file at the same path. */
const MIRRORED = 0.7;

/** Most files of a folder. */
const MOST_FILES = 25;

/** Reports folders with more files than one looks through. */
export function crowded(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}:1: holds ${count} files; divide it`);
}

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

/**
 * Reports when too few sources have a test file at their path below `tests/`. Generated files and files without a
 * function, which hold only types, data or exports, have nothing to test and don't count.
 */
export function mirrored(sources: readonly Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const tested = sources.filter(isTested);
  const without = tested.map(({ path }) => mirrorOf(path)).filter((path) => !paths.has(path));
  const isEnough = tested.length - without.length >= tested.length * MIRRORED;
  return isEnough ? [] : [`tests/:1: ${without.length} of ${tested.length} sources have no test file of their path`];
}

/** The path of a source's test file: `tests/cli/` and `tests/sandbox/` stand beside the folders of `src/`. */
function mirrorOf(source: string): string {
  return `tests/${source.replace(/^src\//, "").replace(/\.ts$/, "_test.ts")}`;
}

function isTested({ path, text, ast }: Source): boolean {
  return /^(?:src|cli|sandbox)\//.test(path) && !isGenerated(text) && [...nodesOf(ast)].some(hasBody);
}

function hasBody(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

function isCode(line: string): boolean {
  return !/^\s*($|\/\/|\/\*|\*)/.test(line);
}
