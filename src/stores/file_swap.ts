/**
 * Compare-and-swap of a file between processes, without a lock.
 *
 * A new content is prepared in a folder of its own, and the folder is renamed to a name that the current content
 * determines. A folder can't replace one that isn't empty, so of several writers one succeeds, and whoever finds its
 * folder moves the file in it into place. A process may stop or die at any step: the others complete its step, and when
 * it continues, its next step finds nothing to do. The emptied folder keeps late writers out, and is removed a minute
 * later. Neither hard links nor sockets are needed.
 *
 * @module
 */

/** The operations of a file system. */
export interface Disk {
  /** Reads a file; `undefined` if there is none. */
  read(path: string): Promise<string | undefined>;
  /** Creates a folder with an empty file `kept` and a file `record` of a size, in bytes, flushed. */
  makeDraft(folder: string, size: number): Promise<void>;
  /** Replaces the content of an existing file, in its own place, and flushes it. */
  write(path: string, text: string): Promise<void>;
  /** Renames a file or a folder, and flushes the change. Rejects if a folder exists under the new name. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file or a folder with its files; no error if it's missing. */
  remove(path: string): Promise<void>;
  /** What exists under a name, and its age in milliseconds. */
  look(path: string): Promise<{ readonly isFolder: boolean; readonly ageMs: number } | undefined>;
  /** The entries beside a file whose names begin with its name and a dot, with their folder. */
  beside(path: string): Promise<string[]>;
  /** Identifies a text by 16 hexadecimal digits. */
  fingerprint(text: string): string;
}

/** Attempts while other processes write first. */
const MOST_TRIES = 50;
/** How long an emptied folder stays, and how long a draft of a dead process, in milliseconds. */
const [EMPTIED_MS, DRAFT_MS] = [60_000, 600_000];
/** Room for a record that is longer than the current one, in bytes. */
const SPARE_BYTES = 8192;
const [EMPTIED, DRAFT] = [/\.[0-9a-f]{16}\.next$/, /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:next|tmp)$/];

/** Drafts that have the room for a later write, by file. */
const reserves = new Map<string, string>();

/**
 * Reads a file. A write that another process has begun is completed first, if possible.
 *
 * @param disk The file system.
 * @param path The file.
 * @returns Its text, or `undefined`.
 */
export async function readSwapped(disk: Disk, path: string): Promise<string | undefined> {
  const text = await disk.read(path);
  const pending = pendingOf(disk, path, text);
  const found = await disk.look(pending);
  if (!found) return text;
  if (!found.isFolder) return await completeOldDraft(disk, path, pending);
  await disk.rename(`${pending}/record`, path).catch(() => {});
  const now = await disk.read(path);
  // The folder is empty, although its file isn't in place: an old copy of the file was restored.
  if (now === text && !await disk.look(`${pending}/record`)) await disk.remove(pending).catch(() => {});
  return now;
}

/**
 * Replaces a file on condition of its content.
 *
 * @param disk The file system.
 * @param path The file. Its folder must exist.
 * @param update Returns the new text for the current one; `undefined` leaves the file unchanged.
 * @param needsReserve Also takes the room that the next write will need.
 * @returns The written text, or `undefined`.
 */
export async function swapFile(
  disk: Disk,
  path: string,
  update: (text: string | undefined) => string | undefined,
  needsReserve = false,
): Promise<string | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await readSwapped(disk, path);
    const next = update(before);
    if (next === undefined) return undefined;
    if (await publish(disk, path, before, next, needsReserve)) return next;
  }
  throw new Error("other processes keep replacing it");
}

/**
 * Removes a file, and the drafts of interrupted writes.
 *
 * @param disk The file system.
 * @param path The file.
 */
export async function removeSwapped(disk: Disk, path: string): Promise<void> {
  await disk.remove(path);
  for (const name of await disk.beside(path)) if (EMPTIED.test(name) || DRAFT.test(name)) await disk.remove(name);
}

/** Completes a write of an older version, whose drafts are files that may be half written. */
async function completeOldDraft(disk: Disk, path: string, draft: string): Promise<string | undefined> {
  try {
    JSON.parse(await disk.read(draft) ?? "");
    await disk.rename(draft, path);
  } catch {
    await disk.remove(draft);
  }
  return await disk.read(path);
}

async function publish(
  disk: Disk,
  path: string,
  before: string | undefined,
  next: string,
  needsReserve: boolean,
): Promise<boolean> {
  const draft = reserves.get(path) ?? await makeDraft(disk, path, next.length);
  reserves.delete(path);
  const pending = pendingOf(disk, path, before);
  try {
    if (needsReserve) await takeRoom(disk, path, next.length + SPARE_BYTES);
    await disk.write(`${draft}/record`, next);
    await disk.rename(draft, pending);
  } catch (error) {
    await disk.remove(draft).catch(() => {});
    await disk.remove(reserves.get(path) ?? draft).catch(() => {});
    reserves.delete(path);
    if (await disk.look(pending)) return false;
    throw error;
  }
  const isPlaced = await place(disk, path, before, pending);
  if (!isPlaced) await disk.remove(reserves.get(path) ?? draft);
  if (!isPlaced) reserves.delete(path);
  await clean(disk, path, pending).catch(() => {});
  return isPlaced;
}

/** Moves an own content into place. A folder that came too late, after another one was removed, is withdrawn. */
async function place(disk: Disk, path: string, before: string | undefined, pending: string): Promise<boolean> {
  const isCurrent = await disk.read(path) === before;
  if (!isCurrent && await disk.look(`${pending}/record`)) {
    await disk.remove(pending);
    return false;
  }
  // If the file is missing, another process has moved it.
  await disk.rename(`${pending}/record`, path).catch(async (error) => {
    if (await disk.look(`${pending}/record`)) throw error;
  });
  return true;
}

async function makeDraft(disk: Disk, path: string, size: number): Promise<string> {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await disk.makeDraft(draft, size);
    return draft;
  } catch (error) {
    await disk.remove(draft).catch(() => {});
    throw error;
  }
}

/** Keeps a draft for the next write. One is enough for all writers of a process. */
async function takeRoom(disk: Disk, path: string, size: number): Promise<void> {
  const draft = await makeDraft(disk, path, size);
  if (reserves.has(path)) await disk.remove(draft);
  else reserves.set(path, draft);
}

/** Removes what nobody needs any more. */
async function clean(disk: Disk, path: string, current: string): Promise<void> {
  for (const name of await disk.beside(path)) {
    if (name === current || name === reserves.get(path)) continue;
    const limitMs = EMPTIED.test(name) ? EMPTIED_MS : DRAFT.test(name) ? DRAFT_MS : Infinity;
    if (((await disk.look(name))?.ageMs ?? 0) > limitMs) await disk.remove(name);
  }
}

function pendingOf(disk: Disk, path: string, text: string | undefined): string {
  return `${path}.${disk.fingerprint(text ?? "nothing")}.next`;
}
