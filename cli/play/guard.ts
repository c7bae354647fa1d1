/**
 * A guard for players: a shell that waits for the end of this process, even by SIGKILL, and then kills the player and
 * removes its files.
 *
 * @module
 */

import { spawn } from "node:child_process";
import process from "node:process";

/** Its stdin closes when this process ends; it ignores signals of the terminal. */
const SCRIPT = `trap "" INT TERM HUP; read -r _; kill -9 "$1" 2>/dev/null; [ -z "$2" ] || rm -rf -- "$2"`;

/** Has a player watched; the function that it gives ends the watch, and resolves when it has ended. */
export function watchOver(pid: number, directory: string = ""): () => Promise<void> {
  if (process.platform === "win32") return () => Promise.resolve();
  const watchman = spawn("/bin/sh", ["-c", SCRIPT, "sh", String(pid), directory], {
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
  });
  const ended = new Promise<void>((resolve) => {
    watchman.once("exit", () => resolve());
    watchman.once("error", () => resolve());
  });
  watchman.stdin.on("error", () => {});
  watchman.unref();
  return async () => {
    watchman.ref();
    // Before its stdin closes: the shell would then kill the process id, which may belong to another process by now.
    if (watchman.pid !== undefined && watchman.exitCode === null) process.kill(watchman.pid, "SIGKILL");
    watchman.stdin.destroy();
    await ended;
  };
}
