/**
 * A strict parser and writer of comma-separated values (RFC 4180). Ambiguous input is an error that names the line.
 *
 * @module
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */

import { usage } from "../errors.ts";

/** Matches a field and its delimiter. A quoted field may contain any character; quotes in it are doubled. */
const FIELDS = {
  ",": /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y,
  ";": /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r?\n|$)/y,
} as const;

/** A row and the line on which it starts. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A table and the format of its file. */
export interface CsvTable {
  /** The names in the header row. */
  readonly names: readonly string[];
  /** The rows below the header, with as many cells as the header. Empty lines are skipped. */
  readonly rows: readonly CsvRow[];
  /** The field separator. */
  readonly separator: "," | ";";
  /** The line ending. */
  readonly lineEnd: "\n" | "\r\n";
  /** Whether the file starts with a byte order mark, which spreadsheets expect. */
  readonly hasMark: boolean;
}

/** Parses rows into objects keyed by the header row. */
export function parseCsv(text: string): Record<string, string>[] {
  const { names, rows } = readCsv(text);
  return rows.map(({ fields }) => Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""])));
}

/** Parses a table. */
export function readCsv(text: string): CsvTable {
  const body = text.replace(/^\ufeff/, "");
  const separator = separatorOf(body);
  const [head, ...rows] = rowsOf(body, separator);
  const names = head?.fields.map((name) => name.trim()) ?? [];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw usage(`The first line names ${JSON.stringify(twice)} twice`);
  const odd = rows.find(({ fields }) => fields.length !== names.length);
  if (odd) throw usage(`Line ${odd.line} has ${odd.fields.length} fields, but the first line has ${names.length}`);
  const lineEnd = /\r\n/.test(body) ? "\r\n" : "\n";
  return { names, rows, separator, lineEnd, hasMark: body !== text };
}

/** Formats a table in the format of its original file. */
export function writeCsv({ names, rows, separator, lineEnd, hasMark }: CsvTable): string {
  const line = (fields: readonly string[]) => fields.map((field) => quoted(field, separator)).join(separator) + lineEnd;
  return (hasMark ? "\ufeff" : "") + [names, ...rows.map(({ fields }) => fields)].map(line).join("");
}

function quoted(field: string, separator: string): string {
  const isPlain = !field.includes(separator) && !/["\r\n]|^\s|\s$/.test(field);
  return isPlain ? field : `"${field.replaceAll('"', '""')}"`;
}

/** Detects the separator from the first line: spreadsheets write semicolons if the comma is the decimal separator. */
function separatorOf(text: string): "," | ";" {
  const [head = ""] = text.split(/\r?\n/, 1);
  return head.split(";").length > head.split(",").length ? ";" : ",";
}

function rowsOf(text: string, separator: "," | ";"): CsvRow[] {
  const field = FIELDS[separator];
  const rows: CsvRow[] = [];
  let fields: string[] = [];
  let line = 1;
  let start = 1;
  for (let at = 0; at < text.length;) {
    field.lastIndex = at;
    const [whole, quoted, plain = "", end] = field.exec(text) ?? [];
    if (whole === undefined) throw usage(`Line ${line} has a misplaced or unclosed quote`);
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.split("\n").length - 1;
    at += whole.length;
    if (end === separator && at < text.length) continue;
    if (end === separator) fields.push("");
    if (fields.some((field) => field !== "")) rows.push({ line: start, fields });
    fields = [];
    start = line;
  }
  return rows;
}

/** Converts a column name from a spreadsheet: `Release Date` becomes `release_date`. */
export function fieldName(written: string): string {
  return written.trim().toLowerCase().replace(/[\s-]+/g, "_");
}
