import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import type { Environment } from "./host.ts";

/** Tells the program that it runs in a network of its own, and as whom its command runs. */
const MARK = "TONEARM_OWN_NETWORK";

const ENTER = ["--user", "--map-root-user", "--net", "--mount"];

/** Returns the words that give a command its own user back: inside, this program is root of its own network only. */
function asUser(ids: string): string[] {
  const [uid = "0", gid = "0"] = ids.split(":");
  return uid === "0" ? [] : ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`, "--"];
}

function ownArguments(): string[] | undefined {
  try {
    return readFileSync("/proc/self/cmdline", "utf8").split("\0").slice(1, -1);
  } catch {
    return undefined;
  }
}

/** Returns how to run this command line in a network of its own; undefined if it has one, or can't have one. */
export function intoOwnNetwork(
  env: Environment,
  given: readonly string[] | undefined = ownArguments(),
): { words: readonly string[]; env: Environment } | undefined {
  if (process.platform !== "linux" || env[MARK] !== undefined || given === undefined) return undefined;
  const ids = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  const trial = `ip link set lo up && mount --bind /etc/hosts /etc/hosts && ${asUser(ids).join(" ")} true`;
  const { status } = spawnSync("unshare", [...ENTER, "--", "sh", "-c", trial], { stdio: "ignore", env: { ...env } });
  if (status !== 0) return undefined;
  return {
    words: ["unshare", ...ENTER, "--", process.execPath, ...given],
    env: { ...env, DENO_NO_UPDATE_CHECK: "1", [MARK]: ids },
  };
}

/** Returns the words that start a command as the user, inside a network of this program's own; else undefined. */
export function insideOwnNetwork({ [MARK]: ids }: Environment): readonly string[] | undefined {
  return ids === undefined ? undefined : asUser(ids);
}

export function withoutMark({ [MARK]: _mark, ...env }: Environment): Environment {
  return env;
}
