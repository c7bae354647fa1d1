/**
 * A directory for a player's socket or file, which no other user may enter and which is gone in the end.
 *
 * @module
 */

import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Such a directory. */
export interface PrivateDirectory {
  /** Its path. */
  readonly path: string;
  /** Removes it, with everything in it. */
  remove(): Promise<void>;
}

/** Creates one; `mkdtemp` restricts it to the owner. */
export async function makePrivateDirectory(): Promise<PrivateDirectory> {
  const path = await mkdtemp(join(tmpdir(), "tonearm-play-"));
  const removeLast = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", removeLast);
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      process.off("exit", removeLast);
    },
  };
}
