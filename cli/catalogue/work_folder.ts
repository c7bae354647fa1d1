// `.tonearm` in a catalogue's folder: drafts, the steps of a running `apply`, and the lock that serialises runs. Git
// ignores all of it.
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withFileLock } from "@tonearm/client/file";
import { usage } from "../errors.ts";
import { removeDrafts, replaceFile } from "../host/replace_file.ts";

/** How long a run waits for another one in the same folder: an upload may take hours. */
const MOST_PATIENT_MS = 7 * 24 * 3_600_000;

export function workPath(folder: string, name: string = ""): string {
  return join(folder, ".tonearm", name);
}

/** Replaces a file of the folder; its draft is never in a place where Git would find it. */
export async function replaceInFolder(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  await replaceFile(join(folder, name), content, await makeWorkFolder(folder));
}

/** Runs work that no other run in the same folder disturbs. Removes what killed runs left. */
export async function withFolder<T>(
  folder: string,
  work: () => Promise<T>,
  options: { readonly signal?: AbortSignal; readonly maxWaitMs?: number } = {},
): Promise<T> {
  await makeWorkFolder(folder);
  return await withFileLock(workPath(folder, "lock"), async () => {
    for (const place of [workPath(folder), folder, join(folder, "playlists")]) await removeDrafts(place);
    return await work();
  }, { maxWaitMs: MOST_PATIENT_MS, ...options });
}

export async function checkFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() === false) throw usage(`${path} is not a folder`);
}

async function makeWorkFolder(folder: string): Promise<string> {
  await checkFolder(folder);
  await mkdir(workPath(folder), { recursive: true });
  await writeFile(workPath(folder, ".gitignore"), "*\n", { flag: "wx" }).catch(() => {});
  return workPath(folder);
}
