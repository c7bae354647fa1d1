// `storefronts.yaml`: the storefronts of tracks. SoundCloud doesn't return storefronts, so they aren't pulled.
import { join } from "node:path";
import { usage } from "../errors.ts";
import { readTextFile } from "../fields/text_file.ts";
import { readText } from "../fields/values.ts";
import { checkNames, readFields } from "../fields/check.ts";
import { STOREFRONT_FIELDS } from "../fields/fields.ts";
import { readSheet } from "../fields/sheet.ts";
import type { StorefrontEntry } from "./types.ts";

const NAME = "storefronts.yaml";
const KEYS: readonly string[] = ["track", ...Object.keys(STOREFRONT_FIELDS)];

export async function readStorefronts(folder: string, encoding?: string): Promise<StorefrontEntry[]> {
  const file = await readTextFile(join(folder, NAME), NAME, encoding);
  if (!file) return [];
  return readSheet(file.text, "yaml", NAME).rows.map((row) => {
    const [where, cells] = [row.where, row.cells()];
    checkNames(cells, KEYS, where);
    const track = readText(cells.get("track") ?? "", `${where}, track`).trim();
    if (track === "") throw usage(`${where}: it has no track`, "A URN, or the file of a track to upload.");
    const fields = readFields(cells, STOREFRONT_FIELDS, where, true);
    const missing = ["title", "type", "link"].find((name) => fields[name] === undefined);
    if (missing !== undefined) throw usage(`${where}: ${missing} is missing`);
    if (!/^https?:\/\/./i.test(String(fields.link))) {
      throw usage(`${where}, link: expected an http or https URL, not ${JSON.stringify(fields.link)}`);
    }
    return { where, track, fields };
  });
}
