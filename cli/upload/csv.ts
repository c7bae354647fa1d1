/**
 * Comma-separated values (RFC 4180), parsed strictly: a doubtful input is an error with its line.
 *
 * @module
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */

import { usage } from "../errors.ts";

/** One field, and what ends it; a quoted one may hold anything, with quotes doubled. */
const FIELDS = {
  ",": /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y,
  ";": /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r?\n|$)/y,
} as const;

/** A row, and the line in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A table, and how its file is written. */
export interface CsvTable {
  /** The names in the first row. */
  readonly names: readonly string[];
  /** The rows below it, as wide as the first. Empty lines are left out. */
  readonly rows: readonly CsvRow[];
  /** The separator of fields. */
  readonly separator: "," | ";";
  /** What ends a line. */
  readonly lineEnd: "\n" | "\r\n";
  /** Whether the file begins with a byte order mark, as spreadsheets want it. */
  readonly hasMark: boolean;
}

/** Reads rows into objects by the names in the first row. */
export function parseCsv(text: string): Record<string, string>[] {
  const { names, rows } = readCsv(text);
  return rows.map(({ fields }) => Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""])));
}

/** Reads a table. */
export function readCsv(text: string): CsvTable {
  const body = text.replace(/^\ufeff/, "");
  const separator = separatorOf(body);
  const [head, ...rows] = rowsOf(body, separator);
  const names = head?.fields.map((name) => name.trim()) ?? [];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw usage(`The first line names ${JSON.stringify(twice)} twice`);
  const odd = rows.find(({ fields }) => fields.length !== names.length);
  if (odd) throw usage(`Line ${odd.line} has ${odd.fields.length} fields where the first line has ${names.length}`);
  const lineEnd = /\r\n/.test(body) ? "\r\n" : "\n";
  return { names, rows, separator, lineEnd, hasMark: body !== text };
}

/** Writes a table in the way of the file that it was read from. */
export function writeCsv({ names, rows, separator, lineEnd, hasMark }: CsvTable): string {
  const line = (fields: readonly string[]) => fields.map((field) => quoted(field, separator)).join(separator) + lineEnd;
  return (hasMark ? "\ufeff" : "") + [names, ...rows.map(({ fields }) => fields)].map(line).join("");
}

function quoted(field: string, separator: string): string {
  const isPlain = !field.includes(separator) && !/["\r\n]|^\s|\s$/.test(field);
  return isPlain ? field : `"${field.replaceAll('"', '""')}"`;
}

/** Spreadsheets write semicolons where the comma is a decimal separator: the first line decides. */
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

/** `Release Date` as `release_date`: spreadsheets write names in their way. */
export function fieldName(written: string): string {
  return written.trim().toLowerCase().replace(/[\s-]+/g, "_");
}
