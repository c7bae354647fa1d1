import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { LAZY_IMPORTS } from "../../../../scripts/deno.ts";
import { emptyHome } from "../../../support/cli/cli.ts";
import type { Outcome } from "../../../support/cli/test_host.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** A track of the catalogue, at the service's own address. */
export const URL_OF_TRACK = "https://api.soundcloud.com/tracks/1078";

/** Returns the command line of the program with every permission, as installed: it may start itself again. */
const PROGRAM = [
  Deno.execPath(),
  "run",
  "-A",
  "-q",
  LAZY_IMPORTS,
  "--config",
  Deno.env.get("TONEARM_DENO_CONFIG") ?? `${ROOT}deno.json`,
  `${ROOT}cli/main.ts`,
];

/** Runs a command with `sandbox exec`, as a user of the catalogue. */
export async function execInSandbox(args: readonly string[], command: readonly string[]): Promise<Outcome> {
  await using home = await emptyHome();
  const env = {
    ...Deno.env.toObject(),
    TONEARM_DATA_DIR: home.directory,
    TONEARM_CONFIG_DIR: home.directory,
    GO111MODULE: "off",
  };
  const [program = "", ...rest] = [...PROGRAM, "sandbox", "exec", "--user", "1", ...args, "--", ...command];
  const { code, stdout, stderr } = await new Deno.Command(program, { args: rest, env, clearEnv: true }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** Whether this machine can give a command a network of its own. */
export const hasNetworks: boolean = Deno.build.os === "linux" &&
  spawnSync("unshare", ["--user", "--map-root-user", "--net", "--mount", "--", "ip", "link", "set", "lo", "up"])
      .status === 0;
