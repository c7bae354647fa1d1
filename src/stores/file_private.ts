/**
 * Private files, replaced atomically.
 *
 * @module
 */
import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as system from "node:process";
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";

/** The suffix of a draft: a fingerprint of the content that it replaces. */
const DRAFT = /\.[0-9a-f]{16}\.next$/;
/** The suffix of a temporary file that is written without a lock. */
const TEMPORARY = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:next|tmp)$/;

/**
 * Creates a folder that only its owner may enter, whatever the umask. An existing folder stays unchanged.
 *
 * @param path The folder; its parents are created too.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  if (await mkdir(path, { recursive: true, mode: 0o700 })) await chmod(path, 0o700);
}

/**
 * Reads a file of the current user.
 *
 * @param path The file.
 * @returns Its text, or `undefined`.
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

/** The user's id, if the system has one and the program may read it: Deno requires `--allow-sys=uid`. */
function currentUser(): number | undefined {
  try {
    return system.getuid?.();
  } catch {
    return undefined;
  }
}

/**
 * Creates the error for a file that can't be used. It contains the path, but no content.
 *
 * @param path The file.
 * @param state The reason.
 * @param cause The system's error, if any.
 * @returns The error.
 */
export function refusal(path: string, state: string, cause?: unknown): ServiceError {
  return failure("token_store", `Cannot use ${path}: ${state}`, undefined, { cause });
}

/**
 * Replaces a file atomically, readable by its owner only, whatever the umask. Once this resolves, the content survives
 * a crash of the machine.
 *
 * @param path The file. Its folder must exist.
 * @param content The new content.
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
 * Replaces a file through a draft, whose name identifies the content that it replaces. If the write fails or the
 * process is killed, the draft stays, and {@linkcode completeWrite} applies it. Callers hold a lock.
 *
 * @param path The file.
 * @param before The file's content, or `undefined`.
 * @param content The new content.
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
 * Completes a write that a crash or a failure interrupted: applies the draft that replaces the current content, and
 * removes outdated drafts. Callers hold a lock.
 *
 * @param path The file.
 * @param isWhole Tells whether a content is complete: other drafts aren't used.
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
  // Links aren't followed: in a shared folder they may belong to another user.
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
 * Removes a file and the drafts of interrupted writes. A missing file is no error.
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

/** A rename survives a crash once its folder is on the disk. Windows can't open folders and doesn't need it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/**
 * Reads a missing file as `undefined`.
 *
 * @param error Why a file couldn't be read.
 * @returns `undefined` for a missing file. Throws the error otherwise.
 */
export function absent(error: unknown): undefined {
  if (hasCode(error, "ENOENT")) return undefined;
  throw error;
}

/**
 * Tells whether an error has a given code of the system.
 *
 * @param error The error.
 * @param code The reason, as in `EEXIST`.
 * @returns True for that reason.
 */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
