// Rows of named cells in a file: CSV, YAML or JSON. A rewritten file keeps its order, columns, comments and style, so
// that a repository shows only the changes.
import { Document, isMap, isSeq, parseDocument, visit, YAMLMap, YAMLSeq } from "yaml";
import { usage } from "../errors.ts";
import { unshield } from "./cells.ts";
import { csvLine, type CsvTable, fieldName, readCsv } from "./csv.ts";

export interface SheetRow {
  readonly where: string;
  /** The content of the cells; a string in CSV. */
  readonly cells: () => ReadonlyMap<string, unknown>;
}

export type Cells = Readonly<Record<string, unknown>>;

export interface Sheet {
  readonly rows: readonly SheetRow[];
  /** Changes cells of a row; a column that the file doesn't have yet is added. */
  set(index: number, cells: Cells): void;
  add(cells: Cells): void;
  remove(indices: ReadonlySet<number>): void;
  /** The pieces of the file's text. */
  pieces(): Iterable<string>;
}

/** How a catalogue's tracks are written. */
export type Format = "csv" | "yaml" | "json";

export function readSheet(text: string, format: Format, name: string): Sheet {
  if (format === "csv") return new CsvSheet(readCsv(text, name), name);
  return new ListSheet(text, name, format === "json");
}

export function emptySheet(format: Format, columns: readonly string[], name: string): Sheet {
  const table = { names: columns, rows: [], separator: ",", lineEnd: "\n", hasSeparatorLine: false } as const;
  if (format === "csv") return new CsvSheet(table, name);
  return new ListSheet("[]\n", name, format === "json");
}

/** The cells are made on demand: those of all rows together would take most of the memory of a large catalogue. */
function cellsOf(names: readonly string[], fields: readonly string[]): ReadonlyMap<string, unknown> {
  const all = names.map((name, index) => [name, unshield(fields[index] ?? "")] as const);
  return new Map(all.filter(([name]) => name !== ""));
}

class CsvSheet implements Sheet {
  readonly #name: string;
  readonly #table: Omit<CsvTable, "names" | "rows">;
  readonly #columns: string[];
  #rows: { line: number; fields: string[] }[];

  constructor({ names, rows, ...table }: CsvTable, name: string) {
    this.#name = name;
    this.#table = table;
    this.#columns = [...names];
    this.#rows = [...rows];
  }

  get rows(): SheetRow[] {
    const names = this.#columns.map(fieldName);
    const place = `${this.#name}, line `;
    return this.#rows.map(({ line, fields }) => ({ where: place + line, cells: () => cellsOf(names, fields) }));
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

  *pieces(): Generator<string> {
    const { separator, lineEnd, hasSeparatorLine } = this.#table;
    if (hasSeparatorLine) yield `sep=${separator}${lineEnd}`;
    for (const fields of [this.#columns, ...this.#rows.map((row) => row.fields)]) {
      yield csvLine(this.#columns.map((_, index) => fields[index] ?? ""), separator, lineEnd);
    }
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

class ListSheet implements Sheet {
  readonly #name: string;
  readonly #document: Document;
  readonly #list: YAMLSeq;
  readonly #isJson: boolean;

  constructor(text: string, name: string, isJson: boolean) {
    this.#name = name;
    this.#isJson = isJson;
    this.#document = isJson ? new Document(parseJson(text, name)) : parseYaml(text, name);
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
      cells: () => new Map(Object.entries(row)),
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

  pieces(): Iterable<string> {
    if (this.#isJson) return [`${JSON.stringify(this.#document.toJS(), null, 2)}\n`];
    return [this.#document.toString({ lineWidth: 0 })];
  }
}

export function parseYaml(text: string, name: string): Document {
  const document = parseDocument(text);
  const [mistake] = document.errors;
  if (mistake) throw usage(`${name}: ${mistake.message.split("\n")[0] ?? ""}`);
  // A title may look like a number: 007 and 1.10 stay text, as they are written.
  visit(document, {
    Scalar(_, scalar) {
      const { value, source } = scalar;
      if (typeof value === "number" && String(value) !== source) scalar.value = source;
    },
  });
  return document;
}
