import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { ClosedPipe, Failure } from "../errors.ts";
import { usersOwn } from "./child_env.ts";
import type { Environment, Pager } from "./host.ts";
import { programPath } from "./programs.ts";

const NOT_RUN: readonly (number | null)[] = [126, 127];
/** The options of `less`: quit if the text fits, show colours, and leave the text on the screen. */
const LESS = "FRX";

/** Returns the command of the pager; an empty one or `cat` disables it. */
export function pagerCommand(env: Environment): string | undefined {
  const command = env.TONEARM_PAGER ?? env.PAGER ?? (programPath("less", env) ? "less" : "");
  return ["", "cat"].includes(command.trim()) ? undefined : command;
}

export function openPager(command: string, env: Environment): Pager {
  // The output is UTF-8 in every locale; otherwise less would show raw bytes.
  const own = { LESS, LV: "-c", ...usersOwn(env), LESSCHARSET: "utf-8" };
  const child = spawn(command, { shell: true, env: own, stdio: ["pipe", "inherit", "inherit"] });
  const kill = () => child.kill();
  process.once("exit", kill);
  const ended: Promise<number | null> = once(child, "exit").then(([code]) => code, () => 127)
    .finally(() => process.off("exit", kill));
  const { stdin } = child;
  stdin.on("error", () => {});
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stdin.write(text, (error) => {
          if (!error) return resolve();
          ended.then((code) => reject(reasonOf(command, code, error)), reject);
        });
      }),
    async close() {
      stdin.end();
      if (NOT_RUN.includes(await ended)) throw notRun(command);
    },
  };
}

/** Returns the reason why the pager ended; quitting the pager is no failure. */
function reasonOf(command: string, code: number | null, cause: unknown): Error {
  return NOT_RUN.includes(code) ? notRun(command) : new ClosedPipe("nobody reads any more", { cause });
}

function notRun(command: string): Failure {
  const hint = "TONEARM_PAGER or PAGER sets it; --no-pager uses none.";
  return new Failure("failed", `Cannot run the pager ${JSON.stringify(command)}`, { code: "pager", hint });
}
