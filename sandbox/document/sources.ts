/**
 * The source of each behaviour of the sandbox.
 *
 * @module
 */
import { BEHAVIOURS } from "./source_behaviours.ts";
import { FAULT_SOURCES } from "./source_faults.ts";
import { FIELD_SOURCES } from "./source_fields.ts";
import type { SourceLines } from "./source_lines.ts";
import { OPERATION_SOURCES } from "./source_operations.ts";
import { SETTING_SOURCES } from "./source_settings.ts";

/**
 * The kind of source: documented in the service's document, guide or release notes; recorded as a reply; reported by
 * users; or assumed.
 */
export type SourceKind = "documented" | "reported" | "recorded" | "assumed";

/** The kinds, most reliable first. */
export const SOURCE_KINDS: readonly SourceKind[] = ["documented", "recorded", "reported", "assumed"];

/** The subject of a source. */
export type Subject = "operation" | "field" | "setting" | "fault" | "behaviour";

/** The subjects, in the order of the page. */
export const SUBJECTS: readonly Subject[] = ["operation", "behaviour", "setting", "fault", "field"];

/** A behaviour and its source. */
export interface SourceEntry {
  readonly subject: Subject;
  readonly name: string;
  readonly kind: SourceKind;
  /** A date, an issue of a tracker, or the reason for an assumption. */
  readonly reference: string;
}

/** Reads `documented 2026-07-19` or `assumed: the field is of a playlist's form`. */
function entry(subject: Subject, name: string, source: string): SourceEntry {
  const [, kind = "", reference = ""] = /^(\w+):? (.+)$/.exec(source) ?? [];
  return { subject, name, kind: kind as SourceKind, reference };
}

function named(subject: Subject, lines: SourceLines, prefix = ""): SourceEntry[] {
  return lines.flatMap(([source, names]) =>
    names.trim().split(/\s+/).map((name) => entry(subject, prefix + name, source))
  );
}

/** All entries. */
export const SOURCES: readonly SourceEntry[] = [
  ...Object.entries(OPERATION_SOURCES).map(([name, source]) => entry("operation", name, source)),
  ...Object.entries(BEHAVIOURS).map(([name, source]) => entry("behaviour", name, source)),
  ...named("setting", SETTING_SOURCES),
  ...named("fault", FAULT_SOURCES),
  ...Object.entries(FIELD_SOURCES).flatMap(([schema, lines]) => named("field", lines, `${schema}.`)),
];

const byName = new Map(SOURCES.map((each) => [`${each.subject} ${each.name}`, each]));

/** Returns the source of an entry as text. */
export function sourceOf(subject: Subject, name: string): string | undefined {
  const found = byName.get(`${subject} ${name}`);
  return found && `${found.kind} ${found.reference}`;
}

/** The number of entries for each kind of source. */
export type SourceCounts = Readonly<Record<SourceKind, number>>;

/** Counts the sources of one subject, or of all. */
export function countSources(subject?: Subject): SourceCounts {
  const of = (kind: SourceKind) =>
    SOURCES.filter((each) => each.kind === kind && (subject === undefined || each.subject === subject)).length;
  return { documented: of("documented"), recorded: of("recorded"), reported: of("reported"), assumed: of("assumed") };
}
