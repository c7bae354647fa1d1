/** The commands for a runtime. */
export interface NewcomerBlock {
  /** `Deno`, `npm` or `Bun`. */
  readonly runtime: string;
  /** The block as on the page. */
  readonly block: string;
  /** Its lines. */
  readonly commands: readonly string[];
}

/** Returns the page's blocks below the name of a runtime. */
export async function newcomerBlocks(): Promise<NewcomerBlock[]> {
  const page = await Deno.readTextFile(new URL("../../../docs/guides/sign-in.md", import.meta.url));
  return [...page.matchAll(/\*\*(\w+)\*\*\n\n(```sh\n([^]*?)```)/g)].map(([, runtime = "", block = "", text = ""]) => ({
    runtime,
    block,
    commands: text.trimEnd().split("\n"),
  }));
}

/** A step of a path. */
export interface PathRow {
  readonly name: string;
  readonly path: string;
}

/** Returns the steps whose files start with a prefix. */
export async function pathRows(prefix: string): Promise<PathRow[]> {
  const text = await Deno.readTextFile(new URL("../../../docs/contributing/design.md", import.meta.url));
  return [...text.matchAll(/\| `(\w+)(?:\(\))?` +\| `((?:src|cli|sandbox)\/[\w/]+\.ts)` +\|/g)]
    .map(([, name = "", path = ""]) => ({ name, path })).filter(({ path }) => path.startsWith(prefix));
}

const read = (name: string) => Deno.readTextFile(new URL(`../../../docs/${name}.md`, import.meta.url));
const PAGE = `${await read("testing/test-runners")}\n${await read("testing/sandbox-server")}`;

/** The headings above such programs. `sandbox/kit/runners_test.ts` runs those of each. */
export const RUNNER_HEADINGS = [
  "vitest",
  "Uploads in happy-dom and jsdom",
  "Playwright",
  "jest",
  "node:test",
  "Bun",
  "Deno",
  "Fake timers",
  "msw and nock",
] as const;

/** A heading above such programs. */
export type RunnerHeading = typeof RUNNER_HEADINGS[number];

/** Returns the programs under a heading of the page. */
export function programsOf(heading: RunnerHeading): string[] {
  const [, section = ""] = PAGE.split(`\n## ${heading}\n`);
  return [...section.split(/\n##/, 1)[0]?.matchAll(/```js\n([^]*?)```/g) ?? []].map(([, code = ""]) => code);
}

/** The other languages of the page, with the info strings of their blocks. */
const LANGUAGES = { Python: "py", Go: "go", PHP: "php", Ruby: "rb" } as const;

/** A language of the page. */
export type Language = keyof typeof LANGUAGES;

/** A test in another language. */
export interface LanguageProgram {
  readonly code: string;
  /** The program as the page shows it. */
  readonly block: string;
  /** The name of its file in the page's table. */
  readonly file: string;
  /** The arguments of `tonearm` that run it, in the page's table. */
  readonly args: readonly string[];
}

/** Returns the page's test in a language. */
export function languageProgram(language: Language): LanguageProgram {
  const fence = LANGUAGES[language];
  const [, row = ""] = PAGE.split(`\n| ${language} `);
  const [, file = "", command = ""] = /^ *\| `([^`]+)` *\| `tonearm ([^`]+)`/.exec(row) ?? [];
  const [, section = ""] = PAGE.split(`\n### ${language}\n`);
  const [block = "", code = ""] = new RegExp(`\`\`\`${fence}\n([^]*?)\`\`\``).exec(section) ?? [];
  return { code, block, file, args: command.split(" ") };
}

/** Returns every language of the page. */
export function languages(): Language[] {
  return Object.keys(LANGUAGES) as Language[];
}
