/**
 * Where the program keeps things.
 *
 * @module
 */

import { writePrivateFile } from "@tonearm/client/file";
import { chmod, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Environment } from "./host.ts";

/** Credentials and settings: `TONEARM_CONFIG_DIR`, else `tonearm` in the XDG directory. */
export function configDirectory(env: Environment): string {
  return env.TONEARM_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(home(env), ".config"), "tonearm");
}

/** The sandbox's catalogue: `TONEARM_DATA_DIR`, else `tonearm` in the XDG directory. */
export function dataDirectory(env: Environment): string {
  return env.TONEARM_DATA_DIR || join(env.XDG_DATA_HOME || join(home(env), ".local", "share"), "tonearm");
}

/** The journal of what an account of a service has got from this machine. */
export function journalPath(env: Environment, service: string, account: string): string {
  const name = `${new URL(service).host}-${account}`.replace(/[^\w.-]+/g, "-");
  return join(dataDirectory(env), "uploads", `${name}.jsonl`);
}

function home(env: Environment): string {
  return env.HOME || homedir();
}

/** Makes a directory that only its owner may enter, whatever the umask. */
export async function makePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}

/** Replaces a file in one step, readable by its owner alone, whatever the umask. */
export async function writePrivately(path: string, content: string): Promise<void> {
  await makePrivateDirectory(dirname(path));
  await writePrivateFile(path, content);
}
