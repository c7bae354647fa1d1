/**
 * A list of files to upload, with what is said of each: JSON, YAML or CSV.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { formatTagList, type TrackFields } from "@tonearm/client";
import { EMBEDDERS, LICENSES, SHARING } from "../choices.ts";
import { usage } from "../errors.ts";
import { fieldName, parseCsv } from "./csv.ts";

/** What is said of a file. */
export interface UploadEntry {
  /** Its path. */
  readonly file: string;
  /** The title; without it, the file's name is. */
  readonly title?: string;
  /** The path of a picture. */
  readonly artwork?: string;
  /** Everything else, as the service spells it. */
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
const CHOICES = { sharing: SHARING, license: LICENSES, embeddable_by: EMBEDDERS } as const;
/** What a manifest may say of a file. */
export const MANIFEST_FIELDS: readonly string[] = ["file", "title", "tags", "artwork", ...TEXTS, ...SWITCHES];

/** Reads a manifest; its paths are relative to itself. */
export async function readManifest(path: string): Promise<UploadEntry[]> {
  const written = await readFile(path, "utf8").catch((error: Error) => {
    throw usage(`Cannot read the manifest: ${error.message}`);
  });
  const text = written.replace(/^\ufeff/, "");
  const rows = await readRows(path, text);
  if (rows.length === 0) {
    throw usage("The manifest names no files", "A list of objects in JSON or YAML, or CSV with a first line of names.");
  }
  const entries = rows.map((row, index) => entryOf(row, `Entry ${index + 1} of the manifest`, dirname(path)));
  const files = entries.map(({ file }) => file);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw usage(`The manifest names ${twice} twice`);
  return entries;
}

/** JSON and CSV tell themselves apart; YAML is told by its name. */
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
    throw usage(`Entry ${index + 1} of the manifest is no object`);
  });
}

function entryOf(row: object, where: string, directory: string): UploadEntry {
  const filled = Object.entries(row).filter(([, value]) => value !== "" && value !== null);
  const given = new Map<string, unknown>(filled.map(([name, value]) => [fieldName(name), value]));
  const unknown = [...given.keys()].find((name) => !MANIFEST_FIELDS.includes(name));
  if (unknown !== undefined) {
    throw usage(`${where} has an unknown field ${JSON.stringify(unknown)}`, `Fields: ${MANIFEST_FIELDS.join(", ")}`);
  }
  const text = (name: string) => textOf(given.get(name), `${where}: ${name}`);
  const file = text("file");
  if (file === undefined) throw usage(`${where} names no file`);
  const [title, artwork, tags] = [text("title"), text("artwork"), tagsOf(given.get("tags"), `${where}: tags`)];
  checkChoices(given, where);
  const texts = TEXTS.map((name) => [name, text(name)]);
  const switches = SWITCHES.map((name) => [name, switchOf(given.get(name), `${where}: ${name}`)]);
  const fields = Object.fromEntries([...texts, ...switches].filter(([, value]) => value !== undefined));
  return {
    file: resolve(directory, file),
    ...(title === undefined ? {} : { title }),
    ...(artwork === undefined ? {} : { artwork: resolve(directory, artwork) }),
    fields: { ...fields, ...(tags ? { tag_list: formatTagList(tags) } : {}) },
  };
}

/** What the service would refuse, or ignore, once the sound has been sent. */
function checkChoices(given: ReadonlyMap<string, unknown>, where: string): void {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = given.get(name);
    if (value === undefined || choices.some((one) => one === value)) continue;
    throw usage(`${where}: ${name} can't be ${JSON.stringify(value)}`, `One of ${choices.join(", ")}.`);
  }
  const date = given.get("release_date");
  if (
    date === undefined ||
    typeof date === "string" && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date))
  ) {
    return;
  }
  throw usage(`${where}: release_date can't be ${JSON.stringify(date)}`, "A day like 2026-01-31.");
}

function textOf(value: unknown, where: string): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw usage(`${where} is no text`);
}

/** Several tags: an array, or a text with commas or semicolons between them. */
function tagsOf(value: unknown, where: string): string[] | undefined {
  if (value === undefined) return undefined;
  const tags = typeof value === "string" ? value.split(/[,;]/) : value;
  if (!Array.isArray(tags)) throw usage(`${where} are no texts`);
  return tags.map((tag) => textOf(tag, where)?.trim() ?? "").filter((tag) => tag !== "");
}

function switchOf(value: unknown, where: string): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  if (value === "true" || value === "yes") return true;
  if (value === "false" || value === "no") return false;
  throw usage(`${where} is true or false`);
}
