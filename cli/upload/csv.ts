/**
 * Comma-separated values (RFC 4180), read strictly: what is doubtful is an error with its line.
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

interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Reads rows into objects by the names in the first row. Empty lines are left out. */
export function parseCsv(text: string): Record<string, string>[] {
  const [head, ...rows] = rowsOf(text.replace(/^\ufeff/, ""));
  const names = head?.fields.map((name) => name.trim()) ?? [];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw usage(`The first line names ${JSON.stringify(twice)} twice`);
  return rows.map(({ line, fields }) => {
    if (fields.length === names.length) {
      return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""]));
    }
    throw usage(`Line ${line} has ${fields.length} fields where the first line has ${names.length}`);
  });
}

/** Spreadsheets write semicolons where the comma is a decimal point: the first line tells. */
function separatorOf(text: string): "," | ";" {
  const [head = ""] = text.split(/\r?\n/, 1);
  return head.split(";").length > head.split(",").length ? ";" : ",";
}

function rowsOf(text: string): Row[] {
  const separator = separatorOf(text);
  const field = FIELDS[separator];
  const rows: Row[] = [];
  let fields: string[] = [];
  let line = 1;
  let start = 1;
  for (let at = 0; at < text.length;) {
    field.lastIndex = at;
    const [whole, quoted, plain = "", end] = field.exec(text) ?? [];
    if (whole === undefined) throw usage(`Line ${line} has a quote where none belongs, or one that is never closed`);
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
