import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { Failure } from "../errors.ts";
import type { Environment } from "./host.ts";
import { inherited } from "./child_env.ts";

/** Opens a URL with `BROWSER`, or with the system's opener. URLs of SoundCloud are http(s); a file is the program's. */
export async function openInBrowser(url: string, env: Environment, scheme: RegExp = /^https?:\/\//): Promise<void> {
  if (!scheme.test(url)) throw new Failure("failed", "This is not an http(s) URL");
  const [command, ...given] = opener(env);
  const child = spawn(command, [...given, url], { stdio: "ignore", detached: true, env: inherited(env) });
  await once(child, "spawn").catch((cause) => {
    throw new Failure("failed", `Cannot run ${command} to open the browser`, { cause });
  });
  child.unref();
}

function opener(env: Environment): readonly [string, ...string[]] {
  if (env.BROWSER) return [env.BROWSER];
  if (process.platform === "darwin") return ["open"];
  return process.platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler"] : ["xdg-open"];
}
