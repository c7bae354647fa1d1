/**
 * Runs the TypeScript of a page. Each block is a whole program; a `text` block right below it is its output.
 *
 * @module
 */

const SNIPPET = /```ts\n([^]*?)```(?:\n\n```text\n([^]*?)```)?/g;

/** A program of a page. */
export interface Snippet {
  readonly code: string;
  /** The output on the page; undefined if there is none. */
  readonly output: string | undefined;
}

/** The programs of a page, in order. */
export function snippetsOf(page: string): Snippet[] {
  return [...page.matchAll(SNIPPET)].map(([, code = "", output]) => ({ code, output }));
}

/** Runs a program in this process, with a temporary folder of its own, and returns what it printed. */
export async function runSnippet(code: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-snippet-" });
  // The environment would change for whatever else this process runs.
  const own = code.replaceAll("tmpdir()", JSON.stringify(folder));
  const url = URL.createObjectURL(new Blob([own], { type: "application/typescript" }));
  const { log } = console;
  let printed = "";
  console.log = (...values: unknown[]) => printed += `${values.map(show).join(" ")}\n`;
  try {
    await import(url);
  } finally {
    console.log = log;
    URL.revokeObjectURL(url);
    await Deno.remove(folder, { recursive: true });
  }
  return printed;
}

function show(value: unknown): string {
  return typeof value === "string" ? value : Deno.inspect(value);
}

/** Replaces each match of a pattern in a page, one after the other. */
export async function replaced(
  page: string,
  pattern: RegExp,
  change: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  let [result, end] = ["", 0];
  for (const match of page.matchAll(pattern)) {
    result += page.slice(end, match.index) + await change(match);
    end = match.index + match[0].length;
  }
  return result + page.slice(end);
}

/** Runs the programs of a page, and returns the page with their current output. */
export async function rerun(page: string): Promise<string> {
  return await replaced(
    page,
    SNIPPET,
    async ([whole, code = "", output]) =>
      output === undefined ? whole : `\`\`\`ts\n${code}\`\`\`\n\n\`\`\`text\n${await runSnippet(code)}\`\`\``,
  );
}
