// A strict parser and writer of comma-separated values (RFC 4180). Ambiguous input is an error that names its place. It
// is our own because a sheet is written back as it was: separator, quotes, line ends and marks; the libraries on npm
// keep none of them, and guess where this one refuses.
// See https://www.rfc-editor.org/rfc/rfc4180
import { usage } from "../errors.ts";
import { placeOf } from "./text_file.ts";

const SEPARATORS = [",", ";", "\t", "|"] as const;

export interface CsvRow {
  readonly line: number;
  readonly fields: string[];
}

export interface CsvTable {
  readonly names: readonly string[];
  /** The rows below the header, with as many cells as the header. Empty lines are skipped. */
  readonly rows: readonly CsvRow[];
  readonly separator: typeof SEPARATORS[number];
  readonly lineEnd: "\n" | "\r\n" | "\r";
  /** Whether the first line is `sep=;`, which tells Excel the separator. */
  readonly hasSeparatorLine: boolean;
}

export function readCsv(text: string, name: string): CsvTable {
  const [start = ""] = /^sep=[,;|\t](?:\r\n|\n|\r|$)/i.exec(text) ?? [];
  const separator = separatorOf(text);
  const [head, ...rows] = rowsOf(text, start.length, separator, name);
  const names = head?.fields.map((one) => one.trim()) ?? [];
  const twice = names.find((one, index) => one !== "" && names.indexOf(one) !== index);
  if (twice !== undefined) throw usage(`${name}, line ${head?.line}: ${JSON.stringify(twice)} is named twice`);
  for (const row of rows) checkRow(row, names, name);
  const [lineEnd = "\n"] = /\r\n|\n|\r/.exec(text) ?? [];
  return { names, rows, separator, lineEnd: lineEnd as CsvTable["lineEnd"], hasSeparatorLine: start !== "" };
}

/** Writes a line, the header or a row. */
export function csvLine(fields: readonly string[], separator: string = ",", lineEnd: string = "\n"): string {
  return fields.map((field) => quoted(field, separator)).join(separator) + lineEnd;
}

/** Spreadsheets add empty columns at the end; any other difference means that a row was cut off or shifted. */
function checkRow({ line, fields }: CsvRow, names: readonly string[], name: string): void {
  const extra = fields.findIndex((field, index) => field !== "" && (names[index] ?? "") === "");
  if (fields.length >= names.length && extra < 0) return;
  const where = `${name}, line ${line}`;
  if (fields.length >= names.length) throw usage(`${where}, column ${extra + 1}: the column has no name in the header`);
  throw usage(
    `${where}: ${fields.length} cells instead of ${names.length}`,
    "The row was cut off, or a separator is missing. An empty cell needs its separator, too.",
  );
}

function quoted(field: string, separator: string): string {
  const isPlain = !field.includes(separator) && !/["\r\n]|^\s|\s$/.test(field);
  return isPlain ? field : `"${field.replaceAll('"', '""')}"`;
}

/** Detects the separator in the header: spreadsheets write semicolons if the comma is the decimal separator. */
function separatorOf(text: string): CsvTable["separator"] {
  const [head = ""] = text.replace(/"[^"]*"/g, "").trimStart().split(/[\r\n]/, 1);
  const counted = SEPARATORS.map((one) => ({ one, count: head.split(one).length }));
  return counted.reduce((best, next) => next.count > best.count ? next : best).one;
}

function rowsOf(text: string, start: number, separator: string, name: string): CsvRow[] {
  const plain = separator === "|" ? "\\|" : separator;
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${plain}\\r\\n]*))(${plain}|\\r\\n|\\n|\\r|$)`, "y");
  const rows: CsvRow[] = [];
  let fields: string[] = [];
  let line = start > 0 ? 2 : 1;
  let first = line;
  for (let at = start; at < text.length;) {
    field.lastIndex = at;
    const [whole, inQuotes, bare = "", end] = field.exec(text) ?? [];
    if (whole === undefined) {
      throw usage(
        `${placeOf(text, at, name)}: a misplaced or unclosed quote`,
        'A cell with a quote is written in quotes, and the quote is doubled: "12"" mix".',
      );
    }
    fields.push(inQuotes?.replaceAll('""', '"') ?? bare);
    line += whole.split(/\r\n|\n|\r/).length - 1;
    at += whole.length;
    if (end === separator && at < text.length) continue;
    if (end === separator) fields.push("");
    // Cells that repeat the one above share its text.
    const above = rows.at(-1)?.fields ?? [];
    fields = fields.map((one, index) => one === above[index] ? above[index] : one);
    if (fields.some((one) => one !== "")) rows.push({ line: first, fields });
    fields = [];
    first = line;
  }
  return rows;
}

/** Converts a column name from a spreadsheet: `Release Date` becomes `release_date`. */
export function fieldName(written: string): string {
  return written.trim().toLowerCase().replace(/[\s-]+/g, "_");
}
