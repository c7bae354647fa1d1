/**
 * Rows of named cells in a file: CSV, YAML or JSON. A rewritten file keeps its order, columns, comments and style, so
 * that a repository shows only the changes.
 *
 * @module
 */

import { type Document, isMap, isSeq, parseDocument, YAMLMap, YAMLSeq } from "yaml";
import { usage } from "../errors.ts";
import { unshield } from "./cells.ts";
import { type CsvTable, fieldName, readCsv, writeCsv } from "./csv.ts";

/** A row of the file: cells by name. */
export interface SheetRow {
  /** Its position, for messages. */
  readonly where: string;
  /** The content of the cells; a text in CSV. */
  readonly cells: ReadonlyMap<string, unknown>;
}

/** The values to write into a row. */
export type Cells = Readonly<Record<string, unknown>>;

/** A file of rows. */
export interface Sheet {
  readonly rows: readonly SheetRow[];
  /** Changes cells of a row; a column that the file doesn't have yet is added. */
  set(index: number, cells: Cells): void;
  /** Adds a row at the end. */
  add(cells: Cells): void;
  /** Removes rows. */
  remove(indices: ReadonlySet<number>): void;
  /** The file's text. */
  toText(): string;
}

/** How a catalogue's tracks are written. */
export type Format = "csv" | "yaml" | "json";

/** Reads a file of rows. */
export function readSheet(text: string, format: Format, name: string): Sheet {
  if (format === "csv") return new CsvSheet(readCsv(text, name), name);
  return format === "yaml" ? new YamlSheet(text, name) : new JsonSheet(text, name);
}

/** A file without rows yet. */
export function emptySheet(format: Format, columns: readonly string[], name: string): Sheet {
  const table = { names: columns, rows: [], separator: ",", lineEnd: "\n", hasSeparatorLine: false } as const;
  if (format === "csv") return new CsvSheet(table, name);
  return format === "yaml" ? new YamlSheet("[]\n", name) : new JsonSheet("[]", name);
}

class CsvSheet implements Sheet {
  readonly #name: string;
  readonly #table: CsvTable;
  readonly #columns: string[];
  #rows: { line: number; fields: string[] }[];

  constructor(table: CsvTable, name: string) {
    this.#name = name;
    this.#table = table;
    this.#columns = [...table.names];
    this.#rows = table.rows.map(({ line, fields }) => ({ line, fields: [...fields] }));
  }

  get rows(): SheetRow[] {
    const names = this.#columns.map(fieldName);
    return this.#rows.map(({ line, fields }) => ({
      where: `${this.#name}, line ${line}`,
      cells: new Map(names.flatMap((name, index) => name === "" ? [] : [[name, unshield(fields[index] ?? "")]])),
    }));
  }

  set(index: number, cells: Cells): void {
    const row = this.#rows[index];
    if (row) this.#fill(row.fields, cells);
  }

  add(cells: Cells): void {
    const fields: string[] = [];
    this.#fill(fields, cells);
    this.#rows.push({ line: this.#rows.length + 2, fields });
  }

  remove(indices: ReadonlySet<number>): void {
    this.#rows = this.#rows.filter((_, index) => !indices.has(index));
  }

  toText(): string {
    const rows = this.#rows.map(({ line, fields }) => ({
      line,
      fields: this.#columns.map((_, index) => fields[index] ?? ""),
    }));
    return writeCsv({ ...this.#table, names: this.#columns, rows });
  }

  /** An empty cell needs no column. */
  #fill(fields: string[], cells: Cells): void {
    for (const [name, value] of Object.entries(cells)) {
      const index = this.#columns.findIndex((column) => fieldName(column) === name);
      if (index >= 0) fields[index] = String(value);
      else if (value !== "") fields[this.#columns.push(name) - 1] = String(value);
    }
  }
}

class JsonSheet implements Sheet {
  readonly #name: string;
  #rows: Record<string, unknown>[];

  constructor(text: string, name: string) {
    this.#name = name;
    this.#rows = rowsOf(parseJson(text, name), name);
  }

  get rows(): SheetRow[] {
    return this.#rows.map((row, index) => ({
      where: `${this.#name}, entry ${index + 1}`,
      cells: new Map(Object.entries(row)),
    }));
  }

  set(index: number, cells: Cells): void {
    Object.assign(this.#rows[index] ?? {}, cells);
  }

  add(cells: Cells): void {
    this.#rows.push({ ...cells });
  }

  remove(indices: ReadonlySet<number>): void {
    this.#rows = this.#rows.filter((_, index) => !indices.has(index));
  }

  toText(): string {
    return `${JSON.stringify(this.#rows, null, 2)}\n`;
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usage(`${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function rowsOf(value: unknown, name: string): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw usage(`${name}: expected a list of tracks`);
  return value.map((row, index) => {
    if (typeof row === "object" && row !== null && !Array.isArray(row)) return { ...row };
    throw usage(`${name}, entry ${index + 1}: expected fields by name`);
  });
}

class YamlSheet implements Sheet {
  readonly #name: string;
  readonly #document: Document;
  readonly #list: YAMLSeq;

  constructor(text: string, name: string) {
    this.#name = name;
    this.#document = parseYaml(text, name);
    const { contents } = this.#document;
    if (contents !== null && !isSeq(contents)) throw usage(`${name}: expected a list of tracks`);
    this.#list = isSeq(contents) ? contents : new YAMLSeq();
    this.#list.flow = false;
    this.#document.contents = this.#list;
  }

  get rows(): SheetRow[] {
    const values = rowsOf(this.#document.toJS() ?? [], this.#name);
    return values.map((row, index) => ({
      where: `${this.#name}, entry ${index + 1}`,
      cells: new Map(Object.entries(row)),
    }));
  }

  set(index: number, cells: Cells): void {
    const row = this.#list.items[index];
    if (!isMap(row)) return;
    for (const [name, value] of Object.entries(cells)) row.set(name, this.#document.createNode(value));
  }

  add(cells: Cells): void {
    const row = new YAMLMap();
    for (const [name, value] of Object.entries(cells)) row.add(this.#document.createPair(name, value));
    this.#list.items.push(row);
  }

  remove(indices: ReadonlySet<number>): void {
    this.#list.items = this.#list.items.filter((_, index) => !indices.has(index));
  }

  toText(): string {
    return this.#document.toString({ lineWidth: 0 });
  }
}

/** Reads YAML; mistakes name the file and the position. */
export function parseYaml(text: string, name: string): Document {
  const document = parseDocument(text);
  const [mistake] = document.errors;
  if (mistake) throw usage(`${name}: ${mistake.message.split("\n")[0] ?? ""}`);
  return document;
}
