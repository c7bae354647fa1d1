/**
 * The programs of docs/testing.md that belong to a test runner.
 *
 * @module
 */

const PAGE = await Deno.readTextFile(new URL("../../docs/testing.md", import.meta.url));

/** The headings above such programs. `sandbox/kit/runners_test.ts` runs those of each. */
export const RUNNER_HEADINGS = ["vitest", "Playwright", "jest", "node:test", "Bun", "Deno", "msw and nock"] as const;

/** A heading above such programs. */
export type RunnerHeading = typeof RUNNER_HEADINGS[number];

/** The programs under a heading of the page. */
export function programsOf(heading: RunnerHeading): string[] {
  const [, section = ""] = PAGE.split(`\n### ${heading}\n`);
  return [...section.split(/\n##/, 1)[0]?.matchAll(/```js\n([^]*?)```/g) ?? []].map(([, code = ""]) => code);
}
