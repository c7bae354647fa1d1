import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ServiceClient, type ServiceTrack } from "@tonearm/client";
import { pathOf, writePrograms } from "../programs.ts";
import { type RunOptions, serveWorld, type World } from "./cli.ts";

/** Programs that a stand-in for a player, or the program itself, may call. */
const TOOLS = ["sh", "script", "stty", "ls", "cut", "dirname", "tty", "ffmpeg"] as const;

/** A world with players. */
export interface PlayerFixture extends World {
  /** A client of the sandbox. */
  readonly client: ServiceClient;
  /** Returns the environment variables of a run with only these players. */
  env(...players: readonly ("mpv" | "ffplay" | "afplay" | "broken" | "dying")[]): NonNullable<RunOptions["env"]>;
  /** Returns the files that players left behind. */
  leftovers(): Promise<string[]>;
  /** Reads mpv's own log. */
  log(): Promise<string>;
  /** Returns a track with this access. */
  trackWith(access: string): Promise<ServiceTrack>;
}

/** Scripts that stand in for players. */
const STAND_INS: Readonly<Record<string, string>> = {
  /** Decodes the file that it gets, and records the permissions of its directory. */
  afplay: 'ls -ld "$(dirname "$1")" | cut -c1-10 > "$TMPDIR/../seen"; printf "%s" "$*" > "$TMPDIR/../words"\n' +
    'exec ffmpeg -v error -i "$1" -f wav - > "$TMPDIR/../decoded.wav"',
  /** Always fails. */
  broken: 'echo "no sound card: $*" >&2; exit 1',
  /** Exits as soon as the program has connected. */
  dying: `exec "${Deno.execPath()}" eval -q --no-config '
    const path = Deno.args.find((arg) => arg.startsWith("--input-ipc-server=")).split("=")[1];
    await Deno.listen({ transport: "unix", path }).accept();
    Deno.exit(0);
  ' "$@"`,
};

/** Creates the players; `speed` is mpv's playback speed, where 1 is real time. */
export async function playerFixture({ speed }: { speed: number }): Promise<PlayerFixture> {
  const world = await serveWorld();
  const { directory } = world.home;
  const [tmp, settings, log] = [join(directory, "tmp"), join(directory, "settings"), join(directory, "mpv.log")];
  for (const path of [tmp, settings]) await mkdir(path);
  const lines = ["ao=null", `speed=${speed}`, "audio-pitch-correction=no", `log-file=${log}`];
  await writeFile(join(settings, "mpv.conf"), [...lines, "cache=no", "demuxer-readahead-secs=0", ""].join("\n"));
  const bin = join(directory, "bin");
  await mkdir(bin);
  for (const tool of TOOLS) await link(tool, bin);
  await install(directory);
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret", baseUrl: world.url, authUrl: world.url });
  client.setToken(world.sandbox.issueTokens().access_token);
  return {
    ...world,
    client,
    env: (...players) => ({
      ...{ TMPDIR: tmp, MPV_HOME: settings, SDL_AUDIODRIVER: "dummy" },
      PATH: [...players.map((player) => join(directory, player)), bin].join(delimiter),
    }),
    leftovers: () => readdir(tmp),
    log: () => readFile(log, "utf8"),
    trackWith: async (access) => {
      const ids = Array.from({ length: 200 }, (_, index) => 1001 + index);
      const track = (await client.tracks.getTracks(ids)).find((one) => one.access === access);
      if (!track) throw new Error(`no track is ${access}`);
      return track;
    },
  };
}

/** Installs each player into its own directory. */
async function install(directory: string): Promise<void> {
  for (const player of ["mpv", "ffplay"]) {
    await mkdir(join(directory, player), { recursive: true });
    await link(player, join(directory, player));
  }
  const standIns = Object.entries(STAND_INS);
  for (const [player] of standIns) await mkdir(join(directory, player));
  const place = (player: string) => join(directory, player, ["broken", "dying"].includes(player) ? "mpv" : player);
  const programs = standIns.map(([player, script]) => [place(player), `#!/bin/sh\n${script}\n`]);
  await writePrograms(Object.fromEntries(programs));
}

async function link(program: string, directory: string): Promise<void> {
  const path = pathOf(program);
  if (path) await symlink(path, join(directory, program));
}

/**
 * Returns the command lines of a process and its descendants, as any user of the machine can read them. Unrelated
 * processes, such as players of other tests, are excluded.
 */
export function commandLines(ancestor: number): string {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const processes = stdout.split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line)?.slice(1) ?? []);
  const family = new Set([String(ancestor)]);
  // A parent may have a higher process id than its child after the ids wrapped around.
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const [pid = "", parent = ""] of processes) if (family.has(parent)) family.add(pid);
  }
  return processes.flatMap(([pid = "", , args = ""]) => family.has(pid) ? [args] : []).join("\n");
}

/** Returns the processes whose command line contains a text, optionally of one program only. */
export function processesWith(text: string, program?: string): number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,comm=,args="], { encoding: "utf8" });
  const found = stdout.split("\n").filter((line) => line.includes(text)).map((line) => line.trim().split(/\s+/));
  return found.filter(([, name]) => program === undefined || name === program).map(([pid]) => Number(pid));
}
