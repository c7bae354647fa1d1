/**
 * `storefronts.yaml`: the storefronts of tracks. The service doesn't return storefronts, so they aren't pulled.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { usage } from "../errors.ts";
import { readText } from "../upload/values.ts";
import { readFields } from "./check.ts";
import { STOREFRONT_FIELDS } from "./fields.ts";
import { readSheet } from "./sheet.ts";
import type { StorefrontEntry } from "./types.ts";

const NAME = "storefronts.yaml";
const KEYS: readonly string[] = ["track", ...Object.keys(STOREFRONT_FIELDS)];

/** Reads the storefronts of a folder. */
export async function readStorefronts(folder: string): Promise<StorefrontEntry[]> {
  const text = await readFile(join(folder, NAME), "utf8").catch(() => undefined);
  if (text === undefined) return [];
  return readSheet(text, "yaml", NAME).rows.map(({ where, cells }) => {
    const unknown = [...cells.keys()].find((name) => !KEYS.includes(name) && !name.startsWith("_"));
    if (unknown !== undefined) {
      throw usage(`${where}: unknown field ${JSON.stringify(unknown)}`, `Fields: ${KEYS.join(", ")}.`);
    }
    const track = readText(cells.get("track") ?? "", `${where}, track`).trim();
    if (track === "") throw usage(`${where}: it has no track`, "A URN, or the file of a track to upload.");
    const fields = readFields(cells, STOREFRONT_FIELDS, where, true);
    const missing = ["title", "type", "link"].find((name) => fields[name] === undefined);
    if (missing !== undefined) throw usage(`${where}: ${missing} is missing`);
    return { where, track, fields };
  });
}
