/** The lines of the workflows, and those that the rehearsal leaves out. */
import { parse } from "yaml";
import { ROOT } from "../toolbox.ts";
import type { Workflow } from "./runner.ts";

/** The lines that the rehearsal leaves out: each by exactly one row, with where else it runs, or why it can't here. */
export const LEFT: readonly (readonly [lines: RegExp, why: string])[] = [
  [/^deno task (check|test:docs|test|test:slow)$/, "a step of .ci/run"],
  [/^deno task \$\{\{ matrix\.task \}\}$/, "a step of .ci/run for each task, this one among them"],
  [/^deno task lock|^git diff --exit-code deno\.jsr\.lock$/, "a step of .ci/run, with JSR's own packages"],
  [/^deno task build npm$|^mkdir -p dist && npm pack/, "release npm, which installs what it packs"],
  [/^deno task build compile/, "release binary, with another runtime: Deno's can be had from its own servers alone"],
  [/^deno task release sources$/, "clones from GitHub; tests/scripts/build/notices has a repository of this machine"],
  [/^deno task site --build/, "tests/scripts/docs/site_test.ts builds the site and visits it"],
  [
    /^deno task (demo|test tests\/)|^deno install && /,
    "tests/scripts/docs/demo_test.ts, plain_test.ts, and the tests themselves",
  ],
  [/^deno task coverage$/, "every test once more"],
  [/deno task lab (mutate|simulation|chaos)\b/, "hours of samples; .ci/run has short forms"],
  [/^sudo apt-get /, "installs programs for everybody; .ci/run installs its own"],
];

/** The workflows, by name. */
export async function workflows(): Promise<Map<string, Workflow>> {
  const folder = `${ROOT}.github/workflows`;
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
  const texts = names.map(async (name) => [name, parse(await Deno.readTextFile(`${folder}/${name}`))] as const);
  return new Map(await Promise.all(texts));
}

/** Every `run:` line of a workflow's job. */
export function linesOf({ jobs }: Workflow, job: string): string[] {
  return (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);
}
