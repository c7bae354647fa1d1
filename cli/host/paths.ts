import { makePrivateFolder, writePrivateFile } from "@tonearm/client/file";
import { realpath } from "node:fs/promises";
import os from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { Failure, fileReason, usage } from "../errors.ts";
import type { Environment } from "./host.ts";
import { LONGEST_MS, removeDrafts } from "./replace_file.ts";

/** The directory of credentials and settings: `TONEARM_CONFIG_DIR`, otherwise `tonearm` in the XDG directory. */
export function configDirectory(env: Environment): string {
  return env.TONEARM_CONFIG_DIR ||
    join(absolute("XDG_CONFIG_HOME", env) ?? join(home(env), ".config"), "tonearm");
}

/** Returns the directory of all other data: `TONEARM_DATA_DIR`, otherwise `tonearm` in the XDG directory. */
export function dataDirectory(env: Environment): string {
  return env.TONEARM_DATA_DIR ||
    join(absolute("XDG_DATA_HOME", env) ?? join(home(env), ".local", "share"), "tonearm");
}

/** The directory of the tokens of apps. */
export function tokenDirectory(env: Environment): string {
  return join(dataDirectory(env), "tokens");
}

export function journalPath(env: Environment, service: string, account: string): string {
  const name = `${new URL(service).host}-${account}`.replace(/[^\w.-]+/g, "-");
  return join(dataDirectory(env), "uploads", `${name}.jsonl`);
}

/**
 * Returns the directory of a variable that other programs read too. A relative path is rejected, because it would depend
 * on the working directory.
 */
function absolute(name: "HOME" | "XDG_CONFIG_HOME" | "XDG_DATA_HOME", env: Environment): string | undefined {
  const path = env[name];
  if (!path) return undefined;
  if (isAbsolute(path)) return path;
  throw usage(`${name} is not an absolute path`, `Set it to an absolute path, or unset it.`);
}

/** The code of the failure of a user without a home; in a container, one may have no name either. */
export const NO_HOME = "no_home";

function home(env: Environment): string {
  const found = absolute("HOME", env) ?? systemHome();
  if (found) return found;
  const hint = "Set HOME, or both TONEARM_CONFIG_DIR and TONEARM_DATA_DIR.";
  throw new Failure("failed", "This user has no home folder", { code: NO_HOME, hint });
}

/** Node throws an error without a home, and Deno returns null. */
function systemHome(): string | null {
  try {
    return os.homedir();
  } catch {
    return null;
  }
}

/** Creates a directory that only its owner can access, whatever the umask. An existing directory keeps its mode. */
export async function makePrivateDirectory(path: string): Promise<void> {
  try {
    await makePrivateFolder(path);
  } catch (cause) {
    const hint = "TONEARM_CONFIG_DIR sets another folder for profiles, TONEARM_DATA_DIR for everything else.";
    throw new Failure("failed", `Cannot create the folder ${path}: ${fileReason(cause)}`, { hint, cause });
  }
}

/** Replaces a file atomically; only its owner can read it, whatever the umask. */
export async function writePrivately(path: string, content: string): Promise<void> {
  await makePrivateDirectory(dirname(path));
  await replacePrivately(path, content);
}

/** Replaces a file in a folder that exists. A link stays one. */
export async function replacePrivately(path: string, content: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  // The error of a full disk doesn't name the file, and others name the draft.
  await writePrivateFile(target, content).catch((error) => Promise.reject(Object.assign(error, { path })));
  await removeDrafts(dirname(target), LONGEST_MS).catch(() => {});
}
