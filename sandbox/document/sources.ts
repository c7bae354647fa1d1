/** The source of each behaviour of the sandbox. */
import CONTRACT from "../contract/behaviours.json" with { type: "json" };
import { FAULTS } from "../contract/faults.ts";
import { OPERATION_TABLE } from "../contract/operations.ts";
import { PUBLISHED } from "../contract/row.ts";
import { SETTINGS } from "../contract/settings.ts";
import { schemaFields } from "./operations.ts";

/**
 * The kinds of sources: documented in SoundCloud's document, guide or release notes; recorded as a response; reported by
 * users; or assumed.
 */
export const SOURCE_KINDS = ["documented", "recorded", "reported", "assumed"] as const;

export type SourceKind = typeof SOURCE_KINDS[number];

export const SUBJECTS = ["operation", "behaviour", "setting", "fault", "field"] as const;

export type Subject = typeof SUBJECTS[number];

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

let known: readonly SourceEntry[] | undefined;

/** Returns every source, which are read on first use. */
export function sources(): readonly SourceEntry[] {
  return known ??= [
    ...entries("operation", OPERATION_TABLE),
    ...Object.entries(CONTRACT.behaviours).map(([name, source]) => entry("behaviour", name, source)),
    ...entries("setting", SETTINGS),
    ...entries("fault", FAULTS),
    ...Object.entries(schemaFields()).flatMap(([schema, fields]) =>
      fields.map(({ name, source }) => entry("field", `${schema}.${name}`, source))
    ),
  ];
}

export function sourceOf(subject: Subject, name: string): string | undefined {
  const found = sources().find((each) => each.subject === subject && each.name === name);
  return found && `${found.kind} ${found.reference}`;
}

export type SourceCounts = Readonly<Record<SourceKind, number>>;

export function countSources(subject?: Subject): SourceCounts {
  const of = (kind: SourceKind) =>
    sources().filter((each) => each.kind === kind && (subject === undefined || each.subject === subject)).length;
  return { documented: of("documented"), recorded: of("recorded"), reported: of("reported"), assumed: of("assumed") };
}
