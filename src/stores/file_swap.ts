// Compare-and-swap of a file between processes, without a lock.
//
// A new content is prepared in a folder of its own, and the folder is renamed to a name that the current content
// determines. A folder can't replace one that isn't empty, so of several writers one succeeds, and whoever finds its
// folder moves the file in it into place. A process may stop or die at any step: the others complete its step, and when
// it continues, its next step finds nothing to do. The emptied folder keeps late writers out, and is removed a minute
// later. Neither hard links nor sockets are needed.
//
// Room that is taken in advance is a draft whose name says which content it follows. So when a process dies between
// writing that draft and renaming it, or can't rename it, the next reader publishes it. A process that was stopped for
// longer than its lease, and whose intent was overruled, has no such room: it writes a draft of a random name, which is
// lost if the process also dies before it renames it. Readers can't publish such drafts without a search of the folder.

export interface Disk {
  /** Drafts of this process that have the room for a later write. */
  readonly reserves: Set<string>;
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
  /** Identifies a string by 16 hexadecimal digits. */
  fingerprint(text: string): string;
}

const MOST_TRIES = 50;
/** How long an emptied folder stays, and how long a draft of a dead process, in milliseconds. */
const [EMPTIED_MS, DRAFT_MS] = [60_000, 600_000];
/** Room for a record that is longer than the current one, in bytes. */
const SPARE_BYTES = 8192;
const EMPTIED = /\.[0-9a-f]{16}\.next$/;
const DRAFT = /\.(?:[0-9a-f]{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:next|tmp)$/;

/** Reads a file. A write that another process has begun is completed first, if possible. */
export async function readSwapped(disk: Disk, path: string): Promise<string | undefined> {
  const text = await disk.read(path);
  const pending = pendingOf(disk, path, text);
  const found = await disk.look(pending) ?? await publishLeft(disk, reserveOf(disk, path, text), pending);
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
 * @param update Returns the new text for the current one; `undefined` leaves the file unchanged.
 * @param needsReserve Also takes the room that the next write will need.
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

/** Removes a file, and the drafts of interrupted writes. */
export async function removeSwapped(disk: Disk, path: string): Promise<void> {
  await disk.remove(path);
  for (const name of await disk.beside(path)) if (EMPTIED.test(name) || DRAFT.test(name)) await disk.remove(name);
}

/** Publishes what follows the current content, if a process has written it and not renamed it. */
async function publishLeft(disk: Disk, draft: string, pending: string): ReturnType<Disk["look"]> {
  if (!await disk.look(draft)) return undefined;
  try {
    // Unused room and an unfinished write aren't JSON.
    JSON.parse(await disk.read(`${draft}/record`) ?? "");
    await disk.rename(draft, pending);
  } catch {
    // Its owner writes it, has published it, or can't be helped by this process.
  }
  return await disk.look(pending);
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
  const reserved = reserveOf(disk, path, before);
  const draft = disk.reserves.delete(reserved)
    ? reserved
    : await makeDraft(disk, `${path}.${crypto.randomUUID()}.tmp`, next);
  const pending = pendingOf(disk, path, before);
  const room = needsReserve ? reserveOf(disk, path, next) : undefined;
  try {
    if (room) disk.reserves.add(await makeDraft(disk, room, next, SPARE_BYTES));
    await disk.write(`${draft}/record`, next);
    await disk.rename(draft, pending);
  } catch (error) {
    const isBeaten = await disk.look(pending);
    // What was written into reserved room stays: the next attempt, or the next reader, publishes it.
    if (draft === reserved && !isBeaten) disk.reserves.add(draft);
    else await disk.remove(draft).catch(() => {});
    await giveUpRoom(disk, room);
    if (isBeaten) return false;
    throw error;
  }
  const isPlaced = await place(disk, path, before, pending);
  if (!isPlaced) await giveUpRoom(disk, room);
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

async function makeDraft(disk: Disk, draft: string, text: string, spareBytes = 0): Promise<string> {
  try {
    await disk.makeDraft(draft, text.length + spareBytes);
    return draft;
  } catch (error) {
    await disk.remove(draft).catch(() => {});
    throw error;
  }
}

async function giveUpRoom(disk: Disk, draft: string | undefined): Promise<void> {
  if (draft === undefined || !disk.reserves.delete(draft)) return;
  await disk.remove(draft).catch(() => {});
}

async function clean(disk: Disk, path: string, current: string): Promise<void> {
  for (const name of await disk.beside(path)) {
    if (name === current) continue;
    const draftMs = DRAFT.test(name) ? DRAFT_MS : Infinity;
    const limitMs = EMPTIED.test(name) ? EMPTIED_MS : draftMs;
    if (((await disk.look(name))?.ageMs ?? 0) > limitMs) {
      disk.reserves.delete(name);
      await disk.remove(name);
    }
  }
}

function pendingOf(disk: Disk, path: string, text = "nothing"): string {
  return `${path}.${disk.fingerprint(text)}.next`;
}

/** The draft that has the room for what will follow a content. */
function reserveOf(disk: Disk, path: string, text = "nothing"): string {
  return `${path}.${disk.fingerprint(text)}.tmp`;
}
