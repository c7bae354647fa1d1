// `conflicts.yaml`: what both sides changed, for a person to decide. `pull` writes it, and the next `pull`, `plan` or
// `apply` follows the decisions in it.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Document } from "yaml";
import { isSame, type Value } from "../fields/fields.ts";
import { readSheet } from "../fields/sheet.ts";
import { readTextFile } from "../fields/text_file.ts";
import { readChoice, readText } from "../fields/values.ts";
import type { Conflict } from "./types.ts";
import { checkFolder, replaceInFolder } from "./work_folder.ts";

export const CONFLICTS_FILE = "conflicts.yaml";

/** The side that wins a conflict. */
export type Preference = "local" | "remote";

/** The side that wins all conflicts, or those of each field, as `{ genre: "remote" }`; `*` stands for the others. */
export type Preferences = Preference | Readonly<Record<string, Preference>>;

/** A conflict that a person has decided, for as long as SoundCloud has this value. */
interface Decision {
  readonly id: string;
  readonly field: string;
  readonly remote: Value | undefined;
  readonly keep: Preference;
}

export type Choose = (id: string, field: string, remote: Value | undefined) => Preference | undefined;

const SIDES = ["local", "remote"] as const;
const HEAD =
  ` Both sides changed these values since the last pull. After keep, write local (the folder's value, which you may
 edit) or remote (SoundCloud's). The next tonearm apply or tonearm pull goes on from there.`;

export async function readDecisions(folder: string, encoding?: string): Promise<Decision[]> {
  await checkFolder(folder);
  const file = await readTextFile(join(folder, CONFLICTS_FILE), CONFLICTS_FILE, encoding);
  const rows = file ? readSheet(file.text, "yaml", CONFLICTS_FILE).rows : [];
  return rows.flatMap((row) => {
    const [where, cells] = [row.where, row.cells()];
    const keep = readText(cells.get("keep") ?? "", `${where}, keep`).trim();
    if (keep === "") return [];
    readChoice(keep, SIDES, `${where}, keep`);
    const [id, field] = ["id", "field"].map((name) => readText(cells.get(name) ?? "", `${where}, ${name}`));
    return [{ id: id ?? "", field: field ?? "", remote: cells.get("remote") as Value, keep: keep as Preference }];
  });
}

/** Combines decisions and preferences; a decision about one value wins. */
export function chooser(decisions: readonly Decision[], prefer: Preferences = {}): Choose {
  const sides: Readonly<Record<string, Preference>> = typeof prefer === "string" ? { "*": prefer } : prefer;
  return (id, field, remote) => {
    const made = decisions.find((one) => one.id === id && one.field === field && isSame(one.remote, remote));
    return made?.keep ?? sides[field] ?? sides["*"];
  };
}

/** Writes the open conflicts; without any, there is no such file. */
export async function writeConflicts(folder: string, conflicts: readonly Conflict[]): Promise<void> {
  if (conflicts.length === 0) return await rm(join(folder, CONFLICTS_FILE), { force: true });
  const document = new Document(conflicts.map((one) => ({ ...one, keep: "" })));
  document.commentBefore = HEAD;
  await replaceInFolder(folder, CONFLICTS_FILE, document.toString({ lineWidth: 0 }));
}
