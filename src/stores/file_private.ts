import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as system from "node:process";
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { type Disk, readSwapped, removeSwapped, swapFile } from "./file_swap.ts";

const disk: Disk = {
  reserves: new Set(),
  read: (path) => readFile(path, "utf8").catch(absent),
  async makeDraft(folder, size) {
    await makeFolder(folder);
    await writeDurably(join(folder, "kept"), "");
    await writeDurably(join(folder, "record"), " ".repeat(size));
  },
  async write(path, text) {
    const file = await open(path, "r+");
    try {
      const bytes = new TextEncoder().encode(text);
      await file.write(bytes, 0, bytes.length, 0);
      await file.truncate(bytes.length);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  async rename(from, to) {
    await rename(from, to);
    await syncFolder(dirname(to));
  },
  remove: (path) => rm(path, { force: true, recursive: true }),
  async look(path) {
    const status = await stat(path).catch((error) => Object(error).code === "ENOTDIR" ? undefined : absent(error));
    return status && { isFolder: status.isDirectory(), ageMs: Date.now() - status.mtimeMs };
  },
  async beside(path) {
    const names = await readdir(dirname(path)).catch(() => []);
    return names.filter((name) => name.startsWith(`${basename(path)}.`)).map((name) => join(dirname(path), name));
  },
  fingerprint: (text) => createHash("sha256").update(text).digest("hex").slice(0, 16),
};

/**
 * Creates a folder that only its owner may enter, whatever the umask. An existing folder stays unchanged.
 *
 * @param path The folder; its parents are created too.
 * @throws {Error} The system's, with a `code`: `EEXIST` for a file in its place.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    const { code } = Object(error);
    // What can't be looked at may be a folder.
    if (code === "EEXIST" && await stat(path).then((found) => found.isDirectory(), () => true)) return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    // One by one: a umask may take from the owner of a folder the right to create another in it.
    await makePrivateFolder(dirname(path));
    // Once: below a link to nothing, the parent seems to be there each time.
    await makeFolder(path).catch((late) => {
      if (Object(late).code !== "EEXIST") throw late;
    });
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  await chmod(path, 0o700);
}

/**
 * Reads a file of the current user. A write that another process has begun is completed first.
 *
 * @param path The file.
 * @returns Its text, or `undefined`.
 * @throws {ServiceError} `token_store` when it can't be read, isn't a file, or belongs to another user.
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    const status = await stat(path).catch(absent);
    if (status?.isDirectory()) throw refusal(path, "it's a folder");
    if (status && !status.isFile()) throw refusal(path, "it's a device, a pipe or a socket");
    const user = currentUser();
    if (status && user !== undefined && status.uid !== user) throw refusal(path, "it belongs to another user");
    return await readSwapped(disk, path);
  } catch (cause) {
    throw cause instanceof ServiceError
      ? cause
      : refusal(path, String(Object(cause).code ?? "it can't be read"), cause);
  }
}

/**
 * Updates a file atomically. Only its owner can read the file (mode 0600) and a folder that is created for it. Once this
 * resolves, the content survives a crash of the machine.
 *
 * @param path The file.
 * @param update Returns the new text for the current one; `undefined` leaves the file unchanged.
 * @param options `reserve`: also takes the room on the disk that the next update will need.
 * @returns The written text, or `undefined`.
 * @throws {ServiceError} `token_store` when the file can't be used. What `update` throws is passed on.
 */
export async function updatePrivateFile(
  path: string,
  update: (text: string | undefined) => string | undefined,
  options: { readonly reserve?: boolean } = {},
): Promise<string | undefined> {
  await makePrivateFolder(dirname(path)).catch((cause) => {
    throw refusal(path, `its folder can't be created (${Object(cause).code ?? "unknown"})`, cause);
  });
  await readPrivateFile(path);
  let thrown: { readonly error: unknown } | undefined;
  const guarded = (text: string | undefined) => {
    try {
      return update(text);
    } catch (error) {
      thrown = { error };
      throw error;
    }
  };
  try {
    return await swapFile(disk, path, guarded, options.reserve);
  } catch (cause) {
    if (thrown) throw thrown.error;
    throw refusal(path, `it can't be written (${Object(cause).code ?? Object(cause).message})`, cause);
  }
}

/**
 * Removes a file, and the drafts of interrupted writes. A missing file is no error.
 *
 * @param path The file.
 * @throws {ServiceError} `token_store` when the file can't be used.
 */
export async function removePrivateFile(path: string): Promise<void> {
  await readPrivateFile(path);
  await removeSwapped(disk, path);
}

/** The user's id, if the system has one and the program may read it: Deno requires `--allow-sys=uid`. */
function currentUser(): number | undefined {
  try {
    return system.getuid?.();
  } catch {
    return undefined;
  }
}

/** Creates the error for a file that can't be used. It contains the path, but no content. */
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
    await disk.rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
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

/** A rename survives a crash once its folder is on the disk. Windows can't open folders and doesn't need it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** Reads a missing file as `undefined`; throws any other error. */
export function absent(error: unknown): undefined {
  if (Object(error).code === "ENOENT") return undefined;
  throw error;
}
