import { execFile } from "node:child_process";
import { chmod, mkdtemp, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import { inherited } from "../host/child_env.ts";
import { LONGEST_MS, removeDrafts, UPGRADE_FOLDER } from "../host/replace_file.ts";
import { archiveName, download } from "./release.ts";

const execute = promisify(execFile);

/**
 * Downloads a version, checks it, and starts it once; only then it replaces the executable. Resolves to why the
 * attestation was not verified, if it wasn't.
 */
export async function replaceExecutable(
  context: Context,
  executable: string,
  version: string,
): Promise<string | undefined> {
  const folder = dirname(executable);
  await removeDrafts(folder, LONGEST_MS);
  // On the same disk, so that a rename is enough.
  const work = await mkdtemp(join(folder, UPGRADE_FOLDER)).catch((cause) => {
    throw new Failure("failed", `Cannot write into ${folder}`, {
      cause,
      hint: "Install it in another folder, or get write access to this one.",
    });
  });
  try {
    const archive = archiveName();
    const unverified = await download(context, version, archive, join(work, archive));
    const { env } = context;
    await execute("tar", ["-xf", archive], { cwd: work, env: inherited(env) });
    const made = join(work, process.platform === "win32" ? "tonearm.exe" : "tonearm");
    await chmod(made, 0o755);
    const { stdout } = await execute(made, ["--version"], { env: inherited(env) }).catch((cause) => {
      throw new Failure("failed", "The new program doesn't run on this machine: nothing was installed", { cause });
    });
    if (stdout !== `tonearm ${version}\n`) {
      throw new Failure("failed", `The archive contains ${stdout.trim()}, not ${version}`);
    }
    await swap(made, executable);
    return unverified;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Windows allows renaming a running program, but not overwriting it. */
async function swap(made: string, executable: string): Promise<void> {
  if (process.platform !== "win32") return await rename(made, executable);
  const old = join(dirname(executable), `${basename(executable)}.old`);
  await rm(old, { force: true });
  await rename(executable, old);
  await rename(made, executable);
}
