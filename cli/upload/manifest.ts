import { basename, dirname, resolve } from "node:path";
import type { TrackFields } from "@tonearm/client";
import { usage } from "../errors.ts";
import { readFields } from "../fields/check.ts";
import { fieldName } from "../fields/csv.ts";
import { type FieldKind, toParams, TRACK_FIELDS, WRITABLE_TRACK_FIELDS } from "../fields/fields.ts";
import { type Format, readSheet, type SheetRow } from "../fields/sheet.ts";
import { readTextFile } from "../fields/text_file.ts";
import { readText } from "../fields/values.ts";

export interface UploadEntry {
  readonly file: string;
  readonly title?: string;
  readonly artwork?: string;
  /** The picture in the file's tags, for an entry without artwork. */
  readonly cover?: Blob;
  readonly force?: boolean;
  readonly fields: Readonly<Omit<TrackFields, "artwork_data">> & { readonly artist?: string };
}

const TEXT: FieldKind = { type: "text" };
const KINDS: Readonly<Record<string, FieldKind>> = { ...TRACK_FIELDS, artist: TEXT, tag_list: TEXT };
export const MANIFEST_FIELDS: readonly string[] = ["file", "artwork", ...WRITABLE_TRACK_FIELDS, "artist", "tag_list"];

/** Reads a manifest. Its paths are relative to the manifest. */
export async function readManifest(path: string, encoding?: string): Promise<UploadEntry[]> {
  const name = basename(path);
  const file = await readTextFile(path, name, encoding);
  if (!file) throw usage(`Cannot read the manifest ${path}: there is no such file or folder`);
  const entries = rowsOf(file.text, name).map((row) => entryOf(row, dirname(path)));
  if (entries.length === 0) {
    throw usage(
      "The manifest lists no files",
      "Expected a list of objects in JSON or YAML, or CSV with a header line.",
    );
  }
  const files = entries.map(({ file }) => file);
  const twice = files.find((one, index) => files.indexOf(one) !== index);
  if (twice !== undefined) throw usage(`The manifest lists ${twice} twice`);
  return entries;
}

/** Parses the rows. JSON and CSV are detected by content, YAML by the filename. A single object is one row. */
function rowsOf(text: string, name: string): readonly SheetRow[] {
  const isJson = /^\s*[[{]/.test(text);
  const found = isJson ? "json" : "csv";
  const format: Format = /\.ya?ml$/i.test(name) ? "yaml" : found;
  return readSheet(isJson && text.trimStart().startsWith("{") ? `[${text}]` : text, format, name).rows;
}

function entryOf({ where, cells }: SheetRow, directory: string): UploadEntry {
  const filled = [...cells()].filter(([, value]) => value !== "" && value !== null);
  const given = new Map<string, unknown>(filled.map(([name, value]) => [fieldName(name), value]));
  const unknown = [...given.keys()].find((name) => !MANIFEST_FIELDS.includes(name));
  if (unknown !== undefined) {
    throw usage(`${where}: unknown field ${JSON.stringify(unknown)}`, `Fields: ${MANIFEST_FIELDS.join(", ")}`);
  }
  const text = (name: string) => given.has(name) ? readText(given.get(name), `${where}, ${name}`) : undefined;
  const [file, artwork] = [text("file"), text("artwork")];
  if (file === undefined) throw usage(`${where}: it names no file`);
  const { title, ...fields } = readFields(given, KINDS, where, true);
  return {
    file: resolve(directory, file),
    ...(typeof title === "string" ? { title } : {}),
    ...(artwork === undefined ? {} : { artwork: resolve(directory, artwork) }),
    fields: toParams(fields),
  };
}
