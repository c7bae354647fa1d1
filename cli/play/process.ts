// The process of a player. It never outlives this process, and its error messages are kept for the user.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { inherited } from "../host/child_env.ts";
import { redactUrl } from "../host/network.ts";

export interface Exit {
  /** The exit code; undefined after a signal. */
  readonly code: number | undefined;
  /** The last error messages, without secrets. */
  readonly message: string;
}

export interface ProcessSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** A directory to remove if this process is killed. */
  readonly directory?: string;
  readonly onOutput?: (text: string) => void;
}

const KEPT = 4000;
const URLS = /https?:\/\/[^\s"'<>]+/g;

export class PlayerProcess {
  readonly exit: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #kill = (): void => this.kill();
  #output = "";

  /** Starts a program. The arguments must not contain secrets, because other users of the machine can read them. */
  constructor(command: string, words: readonly string[], { env, input, directory, onOutput }: ProcessSettings) {
    const child = spawn(command, words, { env: inherited(env), stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    child.stdin.on("error", () => child.stdin.destroy());
    child.stdin.end(input ?? "");
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-KEPT);
        onOutput?.(text);
      });
    }
    process.once("exit", this.#kill);
    const unwatch = child.pid === undefined ? () => Promise.resolve() : watchOver(child.pid, directory);
    this.exit = once(child, "close").then(
      ([code]) => ({ code: code ?? undefined, message: this.complaint }),
      (error) => ({ code: undefined, message: `Cannot run ${command}: ${error.message}` }),
    ).finally(async () => {
      process.off("exit", this.#kill);
      await unwatch().catch(() => {});
    });
  }

  get complaint(): string {
    const lines = this.#output.replace(URLS, redactUrl).split(/[\r\n]+/).map((line) => line.trim());
    return lines.filter((line) => line !== "" && !/ fd=.* aq=/.test(line)).slice(-3).join("; ");
  }

  pause(isPaused: boolean): void {
    this.#signal(isPaused ? "SIGSTOP" : "SIGCONT");
  }

  /** Kills the process at once, because players need no cleanup. */
  kill(): void {
    this.#signal("SIGKILL");
  }

  /** Uses `process.kill()`, because `ChildProcess.kill()` sends only the first signal on some runtimes. */
  #signal(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

/**
 * A shell waits until this process ends, even by SIGKILL, and its stdin with it; then it kills the player and removes its
 * files. It ignores the terminal's signals.
 */
const SCRIPT = `trap "" INT TERM HUP; read -r _; kill -9 "$1" 2>/dev/null; [ -z "$2" ] || rm -rf -- "$2"`;

/** Starts the guard of a player. The returned function stops it, and resolves once it has exited. */
function watchOver(pid: number, directory: string = ""): () => Promise<void> {
  if (process.platform === "win32") return () => Promise.resolve();
  const guard = spawn("/bin/sh", ["-c", SCRIPT, "sh", String(pid), directory], {
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
  });
  const ended = once(guard, "exit").catch(() => {});
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
