/**
 * Files for their owner's eyes only, replaced in one step.
 *
 * @module
 */
import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as system from "node:process";
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";

/** How the name of a draft ends: after the fingerprint of what it replaces. */
const DRAFT = /\.[0-9a-f]{16}\.next$/;
/** How that of a content without a lock ends. */
const TEMPORARY = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:next|tmp)$/;

/**
 * Makes a folder that only its owner may enter, whatever the umask. A folder that is there already stays as it is.
 *
 * @param path The folder; those above it are made as well.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  if (await mkdir(path, { recursive: true, mode: 0o700 })) await chmod(path, 0o700);
}

/**
 * Reads a file of the current user.
 *
 * @param path The file.
 * @returns Its text; `undefined` when there's none.
 * @throws {ServiceError} `token_store` when it can't be read, is a folder, or belongs to another user.
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    const status = await stat(path).catch(absent);
    if (!status) return undefined;
    if (status.isDirectory()) throw refusal(path, "it's a folder");
    const user = currentUser();
    if (user !== undefined && status.uid !== user) throw refusal(path, "it belongs to another user");
    return await readFile(path, "utf8").catch(absent);
  } catch (cause) {
    throw cause instanceof ServiceError
      ? cause
      : refusal(path, String(Object(cause).code ?? "it can't be read"), cause);
  }
}

/** The number of the user, where the system has users and the program may ask: Deno wants `--allow-sys=uid`. */
function currentUser(): number | undefined {
  try {
    return system.getuid?.();
  } catch {
    return undefined;
  }
}

/**
 * Makes the error for a file that can't be used. It names the place, and nothing of the content.
 *
 * @param path The file.
 * @param state Why.
 * @param cause What the system threw, if it did.
 * @returns The error.
 */
export function refusal(path: string, state: string, cause?: unknown): ServiceError {
  return failure("token_store", `Cannot use ${path}: ${state}`, undefined, { cause });
}

/**
 * Replaces a file in one step, readable by its owner alone, whatever the umask. Once this resolves, the content
 * survives a crash of the machine.
 *
 * @param path The file. Its folder must exist.
 * @param content What it holds from now on.
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeDurably(temporary, content);
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Replaces a file by what follows from its content. The draft's name says which content it replaces. A draft stays
 * where the write fails or the process is killed, and {@linkcode completeWrite} puts it in place. Callers hold a lock.
 *
 * @param path The file.
 * @param before What the file holds; `undefined` when there's none.
 * @param content What it holds from now on.
 * @throws {ServiceError} `token_store` when the system fails; the draft stays.
 */
export async function replacePrivateFile(path: string, before: string | undefined, content: string): Promise<void> {
  const draft = draftOf(path, before);
  try {
    await writeDurably(draft, content);
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (cause) {
    throw refusal(path, `it can't be written (${Object(cause).code ?? "unknown"})`, cause);
  }
}

/**
 * Completes a write that a crash or a failure has interrupted: puts the draft in place that replaces what the file
 * holds, and removes others, whose time is over. Callers hold a lock.
 *
 * @param path The file.
 * @param isWhole Tells whether a content is whole: a draft that isn't stays out.
 */
export async function completeWrite(path: string, isWhole: (content: string) => boolean): Promise<void> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  const drafts = names.filter((name) => name.startsWith(`${basename(path)}.`) && DRAFT.test(name));
  if (!drafts.length) return;
  const current = basename(draftOf(path, await readFile(path, "utf8").catch(absent)));
  for (const name of drafts) {
    const draft = join(folder, name);
    if (name !== current) await rm(draft, { force: true });
    else if (isWhole(await readFile(draft, "utf8"))) await rename(draft, path);
  }
}

function draftOf(path: string, before: string | undefined): string {
  const fingerprint = createHash("sha256").update(before ?? "nothing").digest("hex").slice(0, 16);
  return `${path}.${fingerprint}.next`;
}

async function writeDurably(path: string, content: string): Promise<void> {
  // What lies there isn't followed: in a folder of many users it may be another's link.
  await rm(path, { force: true });
  const file = await open(path, "wx", 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Removes a file, and what interrupted writes have left of it. A file that isn't there is none to remove.
 *
 * @param path The file.
 */
export async function removePrivateFile(path: string): Promise<void> {
  const folder = dirname(path);
  await rm(path, { force: true });
  for (const name of await readdir(folder).catch(() => [])) {
    const isLeft = name.startsWith(`${basename(path)}.`) && (DRAFT.test(name) || TEMPORARY.test(name));
    if (isLeft) await rm(join(folder, name), { force: true });
  }
}

/** A rename survives a crash once its folder is on the disk. Windows can't open folders, and needn't. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/**
 * Reads a missing file as nothing.
 *
 * @param error Why a file couldn't be read.
 * @returns Nothing, for a file that isn't there. Throws the error otherwise.
 */
export function absent(error: unknown): undefined {
  if (hasCode(error, "ENOENT")) return undefined;
  throw error;
}

/**
 * Tells whether the system failed for a reason.
 *
 * @param error What was thrown.
 * @param code The reason, as in `EEXIST`.
 * @returns True for that reason.
 */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
