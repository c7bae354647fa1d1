// A plan as a file: reviewed by a person or another program, and then applied exactly, or refused.
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { Failure, usage } from "../errors.ts";
import { replaceFile } from "../host/replace_file.ts";
import { readJson } from "../output/json.ts";
import { hashFile } from "../upload/journal.ts";
import type { DeletionLimit } from "./deletions.ts";
import { nameOf } from "./describe.ts";
import type { Action, Plan } from "./types.ts";
import { replaceInFolder } from "./work_folder.ts";

export interface PlanSettings {
  readonly folder: string;
  readonly prune: boolean;
  readonly maxDelete?: DeletionLimit | undefined;
  readonly encoding?: string | undefined;
}

interface SavedPlan extends PlanSettings {
  readonly format: typeof FORMAT;
  readonly plan: Plan;
  /** SHA-256 of the sounds and pictures, by path in the folder. */
  readonly contents: Readonly<Record<string, string>>;
}

const FORMAT = "tonearm-plan-1";

export async function writePlan(path: string, settings: PlanSettings, plan: Plan): Promise<void> {
  const folder = relative(dirname(resolve(path)), resolve(settings.folder)) || ".";
  const contents = await contentsOf(settings.folder, plan.actions);
  const saved: SavedPlan = { format: FORMAT, ...settings, folder, plan, contents };
  const text = `${JSON.stringify(saved, null, 2)}\n`;
  const inside = relative(settings.folder, path);
  // In the folder, Git never finds the draft.
  await (inside.startsWith("..") ? replaceFile(path, text) : replaceInFolder(settings.folder, inside, text));
}

export interface PlanOfFile extends PlanSettings {
  /** Rejects a new plan that does anything else than the saved one. What was done meanwhile may be missing. */
  check(now: Plan): Promise<void>;
}

export async function readPlan(path: string): Promise<PlanOfFile> {
  const { folder: place, plan, contents, ...settings } = parse(await readFile(path, "utf8"), path);
  const folder = resolve(dirname(path), place);
  const planned = new Set(plan.actions.map((action) => JSON.stringify(action)));
  const check = async (now: Plan) => {
    const other = now.actions.find((action) => !planned.has(JSON.stringify(action)));
    if (other) throw changed(path, `to ${nameOf(other)} is not in it`);
    const files = Object.entries(await contentsOf(folder, now.actions));
    const [file] = files.find(([name, hash]) => contents[name] !== hash) ?? [];
    if (file !== undefined) throw changed(path, `${file} has another content`);
  };
  return { ...settings, folder, check };
}

function parse(text: string, path: string): SavedPlan {
  const saved = Object(readJson(text));
  if (saved.format === FORMAT) return saved;
  throw usage(`${path} is not a plan`, "`tonearm plan --output plan.json` writes one.");
}

async function contentsOf(folder: string, actions: readonly Action[]): Promise<Record<string, string>> {
  const files = actions.flatMap((action) => {
    if (action.kind === "upload") return [action.file, action.row.artwork];
    if (action.kind === "create-playlist") return [action.playlist.artwork];
    return action.kind === "update-track" ? [action.artwork] : [];
  });
  const hashes: Record<string, string> = {};
  for (const file of files) if (file !== undefined) hashes[file] ??= await hashFile(join(folder, file));
  return hashes;
}

function changed(path: string, what: string): Failure {
  const hint = "Nothing was applied. Make a new plan, and read it: `tonearm plan --output plan.json`.";
  return new Failure("failed", `The catalogue or SoundCloud has changed since ${path}: ${what}`, {
    code: "stale_plan",
    hint,
  });
}
