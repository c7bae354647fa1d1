// Reads and writes reports of `deno test --junit-path`.

/** One test of a report, or a step of one. */
export interface Case {
  /** Its name. */
  readonly name: string;
  /** Its outcome. An `error` is a test that ended with its file. */
  readonly outcome: "passed" | "failed" | "skipped" | "error";
  /** Why it failed. */
  readonly message?: string;
}

/** The report of one file; missing if it didn't load or has no test. */
export interface Suite {
  /** The file, from the root of the repository; for an example of the documentation, the file that it stands in. */
  readonly file: string;
  /** How long its tests took, in seconds. */
  readonly seconds: number;
  /** Its tests. */
  readonly cases: readonly Case[];
}

const SUITE = /<testsuite name="([^"]*)"[^>]*>([^]*?)<\/testsuite>/g;
const CASE = /<testcase name="([^"]*)"[^>]*?(?: time="([\d.]+)")[^>]*?(?:\/>|>([^]*?)<\/testcase>)/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Reads a report. */
export function readReport(xml: string): Suite[] {
  return [...xml.matchAll(SUITE)].map(([, file = "", body = ""]) => {
    const found = [...body.matchAll(CASE)];
    const seconds = found.reduce((sum, [, , time]) => sum + Number(time), 0);
    return { file: unescape(file).replace(/^\.\/|#.*$/g, ""), seconds, cases: found.map(readCase) };
  });
}

/** The outcomes of tests that didn't pass, by the elements that say so. */
const OUTCOMES: Readonly<Record<string, Case["outcome"]>> = { failure: "failed", error: "error", skipped: "skipped" };

function readCase([, name = "", , inner = ""]: RegExpExecArray): Case {
  const [, kind, message] = /<(failure|error|skipped)(?: message="([^"]*)")?/.exec(inner) ?? [];
  return {
    name: unescape(name),
    outcome: OUTCOMES[kind ?? ""] ?? "passed",
    ...(message === undefined ? {} : { message: unescape(message) }),
  };
}

function unescape(text: string): string {
  return text.replaceAll(/&(?:#x?([\da-fA-F]+)|(\w+));/g, (whole, code, name) => {
    if (name) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(parseInt(code, whole.includes("x") ? 16 : 10));
  });
}

/**
 * Writes a report, for a program that isn't `deno test`.
 *
 * @param file The program.
 * @param cases Its results.
 */
export function writeReport(file: string, cases: readonly Case[]): string {
  const lines = cases.map(({ name, outcome, message = "" }) => {
    const kind = outcome === "failed" ? "failure" : outcome;
    const inner = outcome === "passed" ? "" : `<${kind} message="${escape(message)}"/>`;
    return `<testcase name="${escape(name)}" classname="${escape(file)}" time="0">${inner}</testcase>`;
  });
  return `<testsuites>\n<testsuite name="${escape(file)}">\n${lines.join("\n")}\n</testsuite>\n</testsuites>\n`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
