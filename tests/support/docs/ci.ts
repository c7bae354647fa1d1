import { assertEquals } from "@std/assert";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { emptyProject } from "../../release/packed.ts";
import { start } from "../cli/cli.ts";
import type { Outcome } from "../cli/test_host.ts";
import { type Served, serveSandbox } from "../sandbox/requests.ts";

/** The path of the scripts. */
export const CI: string = fileURLToPath(new URL("../../../examples/ci/", import.meta.url));

/** A sandbox, the secrets of a CI, and its jobs. */
export interface CiFixture extends AsyncDisposable {
  readonly served: Served;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command in a new workspace with a number of sounds, and returns its output. */
  job(command: readonly string[], sounds: number): Promise<Outcome>;
  /** Returns the content of the cache. */
  cache(): Promise<Uint8Array>;
}

/** Creates a CI. `TONEARM` in the variables names the program. */
export async function ciFixture(variables: Readonly<Record<string, string>>): Promise<CiFixture> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const served = await serveSandbox({ config: { transcodeDelayMs: 0, redirectUri } });
  listener.close();
  const project = await emptyProject();
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    ...variables,
    TONEARM_API_URL: served.url,
    TONEARM_AUTH_URL: served.url,
    STATE_KEY: "correct horse battery staple",
  };
  const first = await firstState({ served, folder: project.folder }, env, port);
  const cachePath = join(project.folder, "cache");
  let jobs = 0;
  return {
    served,
    env: { ...env, TONEARM_STATE: first },
    async job(command, sounds) {
      const workspace = join(project.folder, `job-${++jobs}`);
      await mkdir(join(workspace, "music"), { recursive: true });
      await copyFile(join(CI, "upload.sh"), join(workspace, "upload.sh"));
      await makeSounds(join(workspace, "music"), sounds);
      await copyFile(cachePath, join(workspace, ".tonearm-state")).catch(() => {});
      const outcome = await start(inside(workspace, command), { ...env, TONEARM_STATE: first }).outcome;
      await copyFile(join(workspace, ".tonearm-state"), cachePath).catch(() => {});
      return outcome;
    },
    cache: () => readFile(cachePath),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** Returns a command that runs in a folder. */
export function inside(folder: string, command: readonly string[]): readonly string[] {
  return ["sh", "-c", 'cd "$0" && exec "$@"', folder, ...command];
}

/** Writes a number of different sounds. */
export async function makeSounds(folder: string, count: number): Promise<void> {
  const tone = await readFile(fileURLToPath(new URL("../../../examples/tone.wav", import.meta.url)));
  for (let number = 0; number < count; number++) {
    tone[tone.length - 2] = number;
    await writeFile(join(folder, `${number}.wav`), tone);
  }
}

/** Does the user's first step at a terminal: runs `first_state.sh` and allows the access in a browser. */
async function firstState(
  world: { served: Served; folder: string },
  env: CiFixture["env"],
  port: number,
): Promise<string> {
  const file = join(world.folder, "state.txt");
  const command = `sh '${CI}first_state.sh' --no-browser --port ${port} > '${file}'`;
  const terminal = start(inside(world.folder, ["script", "-eqc", command, "/dev/null"]), { ...env, TERM: "dumb" });
  const { clientId, clientSecret } = world.served.sandbox.clientConfig;
  await terminal.printed(/id.*: *$/i);
  terminal.type(`${clientId}\n`);
  await terminal.printed(/secret.*: *$/i);
  terminal.type(`${clientSecret}\n`);
  const [address = ""] = /http\S+authorize\S+/.exec(await terminal.printed(/authorize\S+\s/)) ?? [];
  const body = new URLSearchParams({ user: "1", decision: "allow" });
  await (await fetch(address, { method: "POST", body })).body?.cancel();
  const { code, stdout } = await terminal.outcome;
  assertEquals(code, 0, stdout);
  return await readFile(file, "utf8");
}

/** Returns the outcome of each file. */
export function outcomes({ stdout }: Outcome): string[] {
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line).outcome);
}
