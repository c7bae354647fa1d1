import { execFileSync } from "node:child_process";
import { openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a controlled process meets. */
export interface ShimFaults {
  /** Added to its wall clock, in milliseconds. */
  readonly clockMs?: number;
  /** How many of its renames fail; -1 for all. */
  readonly failRename?: number;
  /** How many of its fsyncs fail; -1 for all. */
  readonly failFsync?: number;
  /** Waited before each rename and fsync, in milliseconds. */
  readonly delayMs?: number;
}

const SOURCE = fileURLToPath(new URL("shim.c", import.meta.url));
const SIZE = 32;

/**
 * Compiles the shim.
 *
 * @returns Its path, or `undefined` where there is no C compiler or no preloading.
 */
export function compileShim(folder: string): string | undefined {
  const path = join(folder, "shim.so");
  try {
    if (Deno.build.os !== "linux") return undefined;
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", path, SOURCE, "-ldl"], { stdio: "ignore" });
    return path;
  } catch {
    return undefined;
  }
}

/** Controls one process, or several. */
export class Control {
  /** What the process's environment must have. */
  readonly env: Readonly<Record<string, string>>;
  readonly #file: number;

  /** Makes a control file. */
  constructor(shim: string, path: string) {
    writeFileSync(path, new Uint8Array(SIZE));
    this.#file = openSync(path, "r+");
    this.env = { LD_PRELOAD: shim, CHAOS_CONTROL: path };
  }

  /** Changes what the processes meet from now on. */
  set({ clockMs = 0, failRename = 0, failFsync = 0, delayMs = 0 }: ShimFaults): void {
    const view = new DataView(new ArrayBuffer(20));
    view.setBigInt64(0, BigInt(clockMs), true);
    view.setInt32(8, failRename, true);
    view.setInt32(12, failFsync, true);
    view.setInt32(16, delayMs, true);
    writeSync(this.#file, new Uint8Array(view.buffer), 0, 20, 0);
  }

  /** How many operations have failed, and whether the shim was asked for the time at all. */
  read(): { hits: number; isActive: boolean } {
    const bytes = new Uint8Array(SIZE);
    readSync(this.#file, bytes, 0, SIZE, 0);
    const view = new DataView(bytes.buffer);
    return { hits: view.getInt32(20, true), isActive: view.getInt32(24, true) > 0 };
  }
}
