import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { usage } from "../errors.ts";
import { encodeFile, readTextFile, type TextFile } from "../fields/text_file.ts";
import { readSwitch, readText } from "../fields/values.ts";
import { readFields, readTime, toCell, withoutRepeats } from "../fields/check.ts";
import { type Fields, shared, TRACK_FIELDS, type Value } from "../fields/fields.ts";
import { type Cells, emptySheet, type Format, readSheet, type Sheet, type SheetRow } from "../fields/sheet.ts";
import type { TrackRow } from "./types.ts";
import { replaceInFolder } from "./work_folder.ts";

/** Columns that aren't sent to SoundCloud. */
const OWN_COLUMNS = ["file", "artwork", "publish_at", "protect"] as const;
const COLUMNS: readonly string[] = ["urn", ...Object.keys(TRACK_FIELDS), ...OWN_COLUMNS];
/** The columns of a new file: nothing is protected yet. */
const NEW_COLUMNS: readonly string[] = COLUMNS.filter((name) => name !== "protect");
const FORMATS: readonly Format[] = ["csv", "yaml", "json"];
const URN = /^soundcloud:tracks:\d+$/;

/** Spreadsheets read UTF-8 only with a mark; one that a person saved keeps its own format. */
const NEW_FILE: TextFile = { text: "", encoding: "utf-8", hasMark: false };

/** Tracks as the last run saw them. */
type KnownTracks = ReadonlyMap<string, { readonly fields: Fields }>;

export class TracksFile {
  #rows: readonly TrackRow[] | undefined;
  readonly #path: string;
  readonly #format: Format;
  readonly #sheet: Sheet;
  readonly #file: TextFile;
  readonly #known: KnownTracks | undefined;

  readonly name: string;
  /** What is wrong with a file without a single row; it can't tell what was deleted on purpose. */
  readonly flaw: string | undefined;

  private constructor(path: string, format: Format, file: TextFile | undefined, known: KnownTracks | undefined) {
    this.name = basename(path);
    this.#path = path;
    this.#format = format;
    this.#file = file ?? NEW_FILE;
    this.#known = known;
    const { text } = this.#file;
    if (text.trim() === "") this.flaw = file ? "is empty: it has no header" : "is missing";
    this.#sheet = this.flaw ? emptySheet(format, NEW_COLUMNS, this.name) : readSheet(text, format, this.name);
  }

  get rows(): readonly TrackRow[] {
    return this.#rows ??= withoutRepeats(this.#sheet.rows.map((row) => readRow(row, this.#known)));
  }

  /** Reads the file of a folder in any format; returns an empty one of the given format if there is none. */
  static async read(folder: string, wanted?: Format, encoding?: string, known?: KnownTracks): Promise<TracksFile> {
    const found = FORMATS.filter((one) => existsSync(join(folder, `tracks.${one}`)));
    if (found.length > 1) throw usage(`The folder has tracks.${found.join(" and tracks.")}: keep one of them`);
    const [used = wanted ?? "csv"] = found;
    if (wanted && used !== wanted) throw usage(`The folder has tracks.${used}: only a new folder takes another format`);
    const name = `tracks.${used}`;
    const path = join(folder, name);
    return new TracksFile(path, used, await readTextFile(path, name, encoding), known);
  }

  set(index: number, fields: Fields): void {
    this.#sheet.set(index, this.#cells(fields));
    this.#rows = undefined;
  }

  /** Writes the URN of an upload into its row, and SoundCloud's values into empty cells. */
  complete(where: string, urn: string, shown: Fields): void {
    const index = this.#sheet.rows.findIndex((row) => row.where === where);
    const cells = this.#sheet.rows[index]?.cells();
    const chosen = Object.entries(shown).filter(([name]) => cells?.get(name) === "");
    this.#sheet.set(index, { urn, ...this.#cells(Object.fromEntries(chosen)) });
    this.#rows = undefined;
  }

  add(urn: string, fields: Fields): void {
    this.#sheet.add({ urn, ...this.#cells(fields) });
    this.#rows = undefined;
  }

  remove(urns: ReadonlySet<string>): void {
    if (urns.size === 0) return;
    const gone = this.rows.flatMap(({ urn }, index) => urn !== undefined && urns.has(urn) ? [index] : []);
    this.#sheet.remove(new Set(gone));
    this.#rows = undefined;
  }

  /** Writes the file. One that is missing isn't replaced by a header: then nobody would notice. */
  async save(): Promise<void> {
    if (this.flaw !== undefined && this.#sheet.rows.length === 0) return;
    await replaceInFolder(dirname(this.#path), this.name, encodeFile(this.#file, this.#sheet.pieces()));
  }

  #cells(fields: Fields): Cells {
    const cell = (name: string, value: Value): unknown => this.#format === "csv" ? toCell(name, value) : value;
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cell(name, value)]));
  }
}

function readRow(row: SheetRow, known: KnownTracks | undefined): TrackRow {
  const [where, cells] = [row.where, row.cells()];
  const unknown = [...cells.keys()].find((name) => !COLUMNS.includes(name) && !name.startsWith("_"));
  if (unknown !== undefined) {
    throw usage(
      `${where.split(",")[0]}: unknown column ${JSON.stringify(unknown)}`,
      `Columns: ${COLUMNS.join(", ")}. Begin the names of your own columns with _.`,
    );
  }
  const text = (name: string) => readText(cells.get(name) ?? "", `${where}, ${name}`).trim() || undefined;
  const urn = text("urn");
  if (urn !== undefined && !URN.test(urn)) throw usage(`${where}, urn: ${JSON.stringify(urn)} is not a track's URN`);
  const file = text("file");
  if (urn === undefined && file === undefined) throw usage(`${where}: it has neither a urn nor a file to upload`);
  const publishAt = readTime(cells.get("publish_at"), `${where}, publish_at`);
  return {
    where,
    urn,
    file,
    artwork: text("artwork"),
    publishAt,
    protect: (cells.get("protect") ?? "") === "" ? undefined : readSwitch(cells.get("protect"), `${where}, protect`),
    fields: shared(readFields(cells, TRACK_FIELDS, where, urn === undefined), known?.get(urn ?? "")?.fields),
  };
}
