/**
 * Writes `docs/fidelity.md`: where each thing that the sandbox does is from.
 *
 * @module
 */
import {
  countSources,
  SOURCE_KINDS,
  type SourceEntry,
  SOURCES,
  type Subject,
  SUBJECTS,
} from "../../sandbox/document/sources.ts";

const TITLES: Readonly<Record<Subject, string>> = {
  operation: "Operations",
  behaviour: "Behaviours",
  setting: "Settings",
  fault: "Faults",
  field: "Fields",
};

const INTRO = `# Fidelity

Why does the sandbox answer so? Each operation, field, setting, fault and behaviour of it carries its source. This page
lists them; \`GET /_sandbox/document\` has the same as JSON, the dashboard searches it, and \`/_sandbox/openapi.json\`
shows it at each operation and field as \`x-source\`. A test fails when something has none.

- _documented_: the service's OpenAPI document, guide or release notes say so, with the date.
- _recorded_: a reply of the service was captured, with the time and the issue that shows it.
- _reported_: users say so, in an issue of the service's tracker or of a client's.
- _assumed_: nobody has told; the reason is given.

\`deno task upstream\` compares what the service's document says now with what is known here. \`deno task oracle\` plays a
fixed list of calls with an app's own credentials, and tells where the sandbox answers otherwise: in status, headers,
JSON shape, paging and errors. What it records holds no value of any reply.
`;

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

function counts(): string {
  const lines = SUBJECTS.map((subject) => {
    const found = countSources(subject);
    return row([TITLES[subject], ...SOURCE_KINDS.map((kind) => found[kind])]);
  });
  const all = countSources();
  const rule = row(["---", ...SOURCE_KINDS.map(() => "---:")]);
  return row(["", ...SOURCE_KINDS]) + rule + lines.join("") + row(["all", ...SOURCE_KINDS.map((kind) => all[kind])]);
}

/** The names of one subject by their source, the surest first. */
function section(subject: Subject): string {
  const entries = SOURCES.filter((each) => each.subject === subject);
  const bySource = Map.groupBy(entries, ({ kind, reference }) => `${kind}: ${reference}`);
  const rank = ([, [first]]: [string, SourceEntry[]]) => SOURCE_KINDS.indexOf(first?.kind ?? "assumed");
  const lines = [...bySource].sort((a, b) => rank(a) - rank(b)).map(([source, named]) => {
    const separator = subject === "behaviour" ? "; " : ", ";
    const names = named.map(({ name }) => subject === "behaviour" ? name : `\`${name}\``).join(separator);
    return `- _${source}_: ${names}\n`;
  });
  return `\n## ${TITLES[subject]}\n\n${lines.join("")}`;
}

/** The page, not yet formatted. */
function fidelity(): string {
  return `${INTRO}\n${counts()}${SUBJECTS.map(section).join("")}`;
}

/** The page as it should be. */
export async function fidelityPage(): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "-q", "--no-config", "--line-width=120", "--ext=md", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const [{ stdout }] = await Promise.all([child.output(), new Blob([fidelity()]).stream().pipeTo(child.stdin)]);
  return new TextDecoder().decode(stdout);
}
