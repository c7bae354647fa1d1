/**
 * The rows of the tables in this folder: what SoundCloud promises, and who says so.
 *
 * The tables hold literals only. A source is `documented`, `recorded`, `reported` or `assumed`, with a date, an issue
 * or a reason. A row without a source is in SoundCloud's document of 2026-07-19.
 */
/** The source of a row that names none. */
export const PUBLISHED = "documented 2026-07-19";

export type Needs = "user" | "app" | "nothing";

/** An operation. Its key is its method and its path, spelled as in SoundCloud's document. */
export interface OperationRow {
  readonly who: Needs;
  /** Whether it issues tokens or changes something without a token: then pages of other sites may not call it. */
  readonly isGuarded?: true;
  /** Names of its documented query parameters, or of their rows. */
  readonly query?: string;
  /** Names of further query parameters that SoundCloud accepts. */
  readonly also?: string;
  readonly body?: string;
  readonly form?: string;
  /** Schemas of its successful responses by status; empty without a body. Undocumented routes have none. */
  readonly reply?: Readonly<Record<number, string>>;
  readonly refusals?: string;
  readonly deprecated?: true;
  readonly source?: string;
  /** Where its statuses differ from those of the document, and who says so. */
  readonly deviation?: string;
}

export type OperationTable = Readonly<Record<string, OperationRow>>;

export interface ParameterRow {
  readonly required?: true;
  readonly deprecated?: true;
  readonly type: "integer" | "boolean" | "string" | "array" | "object";
  readonly [keyword: string]: unknown;
}

/** Fields with the same type: their names, and their source if that isn't SoundCloud's document. */
export type FieldRow = readonly [type: string, names: string, source?: string];

/**
 * The fields of each schema. `["...", "User"]` takes over the fields of `User`; `["...track", "TrackFields"]` those
 * fields but lists, each as `track[name]`.
 */
export type FieldTables = Readonly<Record<string, readonly FieldRow[]>>;

export interface FaultRow {
  readonly about: string;
  readonly source: string;
}

export interface SettingRow {
  readonly default: string | number | boolean | null;
  /** Its values, for a choice of texts. */
  readonly choices?: readonly string[];
  /** Whether null, for no limit, is a value of this number. */
  readonly mayBeNull?: true;
  readonly form?: "address" | "country";
  /** For a limit: what it counts, on the dashboard. */
  readonly label?: string;
  /** For a limit within a time. */
  readonly window?: WindowRow;
  readonly perApp?: true;
  readonly source: string;
}

export interface WindowRow {
  readonly name: string;
  /** Its scope in responses. */
  readonly bucket: "by-client" | "by-ip" | "by-user";
  readonly seconds: number;
  /** What it counts of one holder, on the dashboard. */
  readonly label: string;
}
