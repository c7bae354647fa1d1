/** A disk of a few megabytes. */
export interface SmallDisk extends Disposable {
  readonly path: string;
}

/** Mounts a small disk; returns undefined if this machine can't mount one. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const path = Deno.makeTempDirSync();
  const run = (command: string, ...args: string[]) => new Deno.Command(command, { args, stderr: "null" }).outputSync();
  try {
    if (!run("mount", "-t", "tmpfs", "-o", `size=${megabytes}M`, "none", path).success) throw new Error("refused");
  } catch {
    Deno.removeSync(path);
    return undefined;
  }
  return {
    path,
    [Symbol.dispose]() {
      run("umount", "-l", path);
      Deno.removeSync(path, { recursive: true });
    },
  };
}

/** Whether this machine can't mount one. */
export const isUnmountable: boolean = (() => {
  using disk = smallDisk(1);
  return disk === undefined;
})();

/** Fills a disk but for some bytes, and frees it at the end. */
export function fill(folder: string, leftBytes = 0): Disposable {
  const path = `${folder}/ballast`;
  for (const size of [65536, 1024, 1]) {
    try {
      for (;;) Deno.writeFileSync(path, new Uint8Array(size), { append: true });
    } catch {
      // The disk is full for chunks of this size.
    }
  }
  Deno.truncateSync(path, Math.max(0, Deno.statSync(path).size - leftBytes));
  return { [Symbol.dispose]: () => Deno.removeSync(path) };
}
