/** Writes `docs/contributing/fidelity.md`: the source of everything that the sandbox does. */
import { formatPage } from "./format.ts";
import {
  countSources,
  SOURCE_KINDS,
  type SourceEntry,
  sources,
  type Subject,
  SUBJECTS,
} from "../../sandbox/document/sources.ts";

import FACTS from "../../sandbox/contract/facts.json" with { type: "json" };
import CONTRACT from "../../sandbox/contract/behaviours.json" with { type: "json" };

interface Fact {
  readonly fact: string;
  readonly source: string;
  readonly contested?: string;
}

const TITLES: Readonly<Record<Subject, string>> = {
  operation: "Operations",
  behaviour: "Behaviours",
  setting: "Settings",
  fault: "Faults",
  field: "Fields",
};

const INTRO = `# Fidelity

This page lists the source of each operation, field, setting, fault and behaviour of the sandbox. The same list
is JSON at \`GET /_sandbox/document\`, searchable on the dashboard, and \`x-source\` of each operation and field in
\`/_sandbox/openapi.json\`. A test fails when one has no source.

- _documented_: SoundCloud's OpenAPI document, guide or release notes state it, with the date.
- _recorded_: a response of SoundCloud was captured, with the date and the issue that shows it.
- _reported_: users describe it, in an issue of SoundCloud's API or of a client.
- _assumed_: no source states it; the reason is given.

\`deno task lab upstream\` compares SoundCloud's current document with this list. \`deno task lab oracle\` sends a fixed list of
calls with the credentials of your app and lists the differences from the sandbox in status, headers, JSON shape, paging
and errors. Its recordings contain no values of the responses.
`;

/** The findings of `deno task lab upstream` in each version of openapi/api.yaml in soundcloud/api. */
const DOCUMENTS: readonly (readonly [date: string, what: string])[] = [
  ["2026-06-15", "First version, with 63 operations."],
  ["2026-07-15", "Adds `PUT /tracks/{track_urn}/storefront`."],
  [
    "2026-07-17",
    "An item of `errors` is an object with `error_message` instead of a text. " +
    "`PUT /me/followings/{user_urn}` may answer 422.",
  ],
  ["2026-07-19", "`GET /me/tracks` and `GET /users/{user_urn}/tracks` take `sort`."],
];

/** The changes, by the document and then by the release notes. */
function changes(): string {
  const dated = [
    ...DOCUMENTS.map(([date, what]) => row([date, "document", what])),
    ...CONTRACT.changes.map(({ date, what }) => row([date, "release notes", what])),
  ];
  return `\n## What SoundCloud has changed\n
\`deno task lab upstream OLD NEW\` lists the differences between two versions of SoundCloud's document and the functions of
the library that they affect; it was run on every version in the public history. \`deno task lab upstream --replies DOCUMENT\`
makes 2,040 calls to the sandbox and validates the responses with an independent validator: the document of 2026-07-19
describes 1,522 of them, without a violation.

${row(["Date", "Source", "Change"])}${row(["---", "---", "---"])}${dated.join("")}`;
}

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

/** The names of one subject by source, most reliable first. */
function section(subject: Subject): string {
  const entries = sources().filter((each) => each.subject === subject);
  const bySource = Map.groupBy(entries, ({ kind, reference }) => `${kind}: ${reference}`);
  const rank = ([, [first]]: [string, SourceEntry[]]) => SOURCE_KINDS.indexOf(first?.kind ?? "assumed");
  const lines = [...bySource].sort((a, b) => rank(a) - rank(b)).map(([source, named]) => {
    const separator = subject === "behaviour" ? "; " : ", ";
    const names = named.map(({ name }) => subject === "behaviour" ? name : `\`${name}\``).join(separator);
    return `- _${source}_: ${names}\n`;
  });
  return `\n## ${TITLES[subject]}\n\n${lines.join("")}`;
}

/** The facts that a test runs, by source. */
function facts(): string {
  const bySource = Map.groupBy(FACTS as readonly Fact[], ({ source }) => source);
  const lines = [...bySource].sort(([a], [b]) => a < b ? -1 : 1).map(([source, rows]) => {
    const told = rows.map(({ fact, contested }) =>
      fact + (contested === undefined ? "" : ` (contested: ${contested})`)
    );
    return `- _${source}_: ${told.join("; ")}\n`;
  });
  return `\n## Facts\n\n\`sandbox/contract/facts.json\` holds ${FACTS.length} requests with the reply that a source describes. ` +
    `A test sends each of them.\n\n${lines.join("")}`;
}

/** The page before formatting. */
function fidelity(): string {
  return `${INTRO}\n${counts()}${changes()}${SUBJECTS.map(section).join("")}${facts()}`;
}

/** The page, formatted. */
export async function fidelityPage(): Promise<string> {
  return await formatPage(fidelity());
}
