/**
 * Writes `docs/fidelity.md`: where each thing that the sandbox does is from.
 *
 * @module
 */
import { formatPage } from "./format.ts";
import {
  countSources,
  SOURCE_KINDS,
  type SourceEntry,
  SOURCES,
  type Subject,
  SUBJECTS,
} from "../../sandbox/document/sources.ts";

import { SERVICE_CHANGES } from "../../sandbox/world/era.ts";

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

/** What `deno task upstream` told of each version of the service's document in soundcloud/api, openapi/api.yaml. */
const DOCUMENTS: readonly (readonly [date: string, what: string])[] = [
  ["2026-06-15", "The first one, of 63 operations."],
  ["2026-07-15", "`PUT /tracks/{track_urn}/storefront` came."],
  [
    "2026-07-17",
    "An item of an error's `errors` is an object with `error_message`, no longer a text. " +
    "`PUT /me/followings/{user_urn}` may answer 422.",
  ],
  ["2026-07-19", "`GET /me/tracks` and `GET /users/{user_urn}/tracks` take `sort`."],
];

/** The changes, by the document and then by the release notes. */
function changes(): string {
  const dated = [
    ...DOCUMENTS.map(([date, what]) => row([date, "document", what])),
    ...SERVICE_CHANGES.map(({ date, what }) => row([date, "release notes", what])),
  ];
  return `\n## What the service has changed\n
\`deno task upstream OLD NEW\` tells the difference of two of the service's documents, with the functions of the library
that it touches; it was run on every version in the public history. \`deno task upstream --replies DOCUMENT\` makes 2,040
calls of the sandbox, and a validator from elsewhere holds the replies against the document: of the one of 2026-07-19 it
describes 1,522, without a violation. With \`config.era\` the sandbox is the service of a month.

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
  return `${INTRO}\n${counts()}${changes()}${SUBJECTS.map(section).join("")}`;
}

/** The page as it should be. */
export async function fidelityPage(): Promise<string> {
  return await formatPage(fidelity());
}
