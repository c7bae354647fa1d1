/**
 * Manifests of files to upload, with their fields, in JSON, YAML or CSV.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { formatTagList, type TrackFields } from "@tonearm/client";
import { EMBEDDERS, LICENSES, SHARING } from "../choices.ts";
import { fileReason, usage } from "../errors.ts";
import { fieldName, parseCsv } from "./csv.ts";
import { readChoice, readDay, readSwitch, readTags, readText } from "./values.ts";

/** A file to upload and its fields. */
export interface UploadEntry {
  /** The path of the file. */
  readonly file: string;
  /** The title. Default: the name of the file. */
  readonly title?: string;
  /** The path of the artwork. */
  readonly artwork?: string;
  /** All other fields, as the API names them. */
  readonly fields: Readonly<Omit<TrackFields, "artwork_data">> & { readonly artist?: string };
}

const TEXTS = [
  "artist",
  "description",
  "genre",
  "tag_list",
  "sharing",
  "permalink",
  "embeddable_by",
  "purchase_url",
  "label_name",
  "release",
  "release_date",
  "license",
  "isrc",
] as const;
const SWITCHES = ["streamable", "downloadable", "commentable", "reveal_stats", "reveal_comments"] as const;
const CHOICES: Partial<Record<typeof TEXTS[number], readonly string[]>> = {
  sharing: SHARING,
  license: LICENSES,
  embeddable_by: EMBEDDERS,
};
/** The fields of a manifest entry. */
export const MANIFEST_FIELDS: readonly string[] = ["file", "title", "tags", "artwork", ...TEXTS, ...SWITCHES];

/** Reads a manifest. Its paths are relative to the manifest. */
export async function readManifest(path: string): Promise<UploadEntry[]> {
  const written = await readFile(path, "utf8").catch((error) => {
    throw usage(`Cannot read the manifest ${path}: ${fileReason(error)}`);
  });
  const text = written.replace(/^\ufeff/, "");
  const rows = await readRows(path, text);
  if (rows.length === 0) {
    throw usage(
      "The manifest lists no files",
      "Expected a list of objects in JSON or YAML, or CSV with a header line.",
    );
  }
  const entries = rows.map((row, index) => entryOf(row, `Entry ${index + 1} of the manifest`, dirname(path)));
  const files = entries.map(({ file }) => file);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw usage(`The manifest lists ${twice} twice`);
  return entries;
}

/** Parses the rows. JSON and CSV are detected by content, YAML by the file name. */
async function readRows(path: string, text: string): Promise<object[]> {
  if (/\.ya?ml$/i.test(path)) return rowsOf("YAML", (await import("yaml")).parse, text);
  return /^\s*[[{]/.test(text) ? rowsOf("JSON", JSON.parse, text) : parseCsv(text);
}

function rowsOf(notation: string, parse: (text: string) => unknown, text: string): object[] {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const [message = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw usage(`The manifest is not ${notation}: ${message}`);
  }
  if (value === null || value === undefined) return [];
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  return rows.map((row, index) => {
    if (typeof row === "object" && row !== null && !Array.isArray(row)) return row;
    throw usage(`Entry ${index + 1} of the manifest is not an object`);
  });
}

function entryOf(row: object, where: string, directory: string): UploadEntry {
  const filled = Object.entries(row).filter(([, value]) => value !== "" && value !== null);
  const given = new Map<string, unknown>(filled.map(([name, value]) => [fieldName(name), value]));
  const unknown = [...given.keys()].find((name) => !MANIFEST_FIELDS.includes(name));
  if (unknown !== undefined) {
    throw usage(`${where} has an unknown field ${JSON.stringify(unknown)}`, `Fields: ${MANIFEST_FIELDS.join(", ")}`);
  }
  const read = <T>(name: string, reader: (value: unknown, where: string) => T): T | undefined =>
    given.has(name) ? reader(given.get(name), `${where}: ${name}`) : undefined;
  const file = read("file", readText);
  if (file === undefined) throw usage(`${where} has no file`);
  const [title, artwork, tags] = [read("title", readText), read("artwork", readText), read("tags", readTags)];
  const texts = TEXTS.map((name) => [name, read(name, readerOf(name))]);
  const switches = SWITCHES.map((name) => [name, read(name, readSwitch)]);
  const fields = Object.fromEntries([...texts, ...switches].filter(([, value]) => value !== undefined));
  return {
    file: resolve(directory, file),
    ...(title === undefined ? {} : { title }),
    ...(artwork === undefined ? {} : { artwork: resolve(directory, artwork) }),
    fields: { ...fields, ...(tags ? { tag_list: formatTagList(tags) } : {}) },
  };
}

/** Returns the reader of a field. It rejects values that the service would refuse or ignore after the upload. */
function readerOf(name: typeof TEXTS[number]): (value: unknown, where: string) => string {
  if (name === "release_date") return (value, where) => readDay(readText(value, where), where);
  const choices = CHOICES[name];
  return choices === undefined ? readText : (value, where) => readChoice(readText(value, where), choices, where);
}
