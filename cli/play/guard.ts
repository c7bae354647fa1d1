// Guards a player: a shell waits until this process ends, even by SIGKILL, and then kills the player and removes its
// files.

import { spawn } from "node:child_process";
import process from "node:process";

/** The shell's stdin closes when this process ends. The shell ignores the terminal's signals. */
const SCRIPT = `trap "" INT TERM HUP; read -r _; kill -9 "$1" 2>/dev/null; [ -z "$2" ] || rm -rf -- "$2"`;

/** Starts the guard of a player. The returned function stops it, and resolves once it has exited. */
export function watchOver(pid: number, directory: string = ""): () => Promise<void> {
  if (process.platform === "win32") return () => Promise.resolve();
  const guard = spawn("/bin/sh", ["-c", SCRIPT, "sh", String(pid), directory], {
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
  });
  const ended = new Promise<void>((resolve) => {
    guard.once("exit", () => resolve());
    guard.once("error", () => resolve());
  });
  guard.stdin.on("error", () => {});
  guard.unref();
  return async () => {
    guard.ref();
    // Kill the guard before its stdin closes: otherwise it would kill a process id that may have been reused.
    if (guard.pid !== undefined && guard.exitCode === null) process.kill(guard.pid, "SIGKILL");
    guard.stdin.destroy();
    await ended;
  };
}
