/** The source of each behaviour of the sandbox. */
import CONTRACT from "../contract/behaviours.json" with { type: "json" };
import { FAULTS } from "../contract/faults.ts";
import { OPERATION_TABLE } from "../contract/operations.ts";
import { PUBLISHED } from "../contract/row.ts";
import { SETTINGS } from "../contract/settings.ts";
import { SCHEMAS } from "./operations.ts";

/**
 * The kind of source: documented in SoundCloud's document, guide or release notes; recorded as a reply; reported by
 * users; or assumed.
 */
export type SourceKind = "documented" | "reported" | "recorded" | "assumed";

export const SOURCE_KINDS: readonly SourceKind[] = ["documented", "recorded", "reported", "assumed"];

export type Subject = "operation" | "field" | "setting" | "fault" | "behaviour";

export const SUBJECTS: readonly Subject[] = ["operation", "behaviour", "setting", "fault", "field"];

export interface SourceEntry {
  readonly subject: Subject;
  readonly name: string;
  readonly kind: SourceKind;
  readonly reference: string;
}

/** Reads `documented 2026-07-19` or `assumed: the field is of a playlist's form`. */
function entry(subject: Subject, name: string, source: string): SourceEntry {
  const [, kind = "", reference = ""] = /^(\w+):? (.+)$/.exec(source) ?? [];
  return { subject, name, kind: kind as SourceKind, reference };
}

function entries(subject: Subject, rows: Readonly<Record<string, { readonly source?: string }>>): SourceEntry[] {
  return Object.entries(rows).map(([name, { source }]) => entry(subject, name, source ?? PUBLISHED));
}

export const SOURCES: readonly SourceEntry[] = [
  ...entries("operation", OPERATION_TABLE),
  ...Object.entries(CONTRACT.behaviours).map(([name, source]) => entry("behaviour", name, source)),
  ...entries("setting", SETTINGS),
  ...entries("fault", FAULTS),
  ...Object.entries(SCHEMAS).flatMap(([schema, fields]) =>
    fields.map(({ name, source }) => entry("field", `${schema}.${name}`, source))
  ),
];

const byName = new Map(SOURCES.map((each) => [`${each.subject} ${each.name}`, each]));

export function sourceOf(subject: Subject, name: string): string | undefined {
  const found = byName.get(`${subject} ${name}`);
  return found && `${found.kind} ${found.reference}`;
}

export type SourceCounts = Readonly<Record<SourceKind, number>>;

export function countSources(subject?: Subject): SourceCounts {
  const of = (kind: SourceKind) =>
    SOURCES.filter((each) => each.kind === kind && (subject === undefined || each.subject === subject)).length;
  return { documented: of("documented"), recorded: of("recorded"), reported: of("reported"), assumed: of("assumed") };
}
