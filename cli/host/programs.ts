import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Environment } from "./host.ts";

export function programPath(program: string, { PATH = "" }: Environment): string | undefined {
  return PATH.split(delimiter).filter((folder) => folder !== "").map((folder) => join(folder, program)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
}
