import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

export interface PrivateDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

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
