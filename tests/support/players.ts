/**
 * A stage for players: sound goes nowhere, at the speed that a test wants, and what they leave behind can be seen.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ServiceClient, type ServiceTrack } from "@tonearm/client";
import { pathOf } from "./programs.ts";
import { type RunOptions, serveWorld, type World } from "./cli.ts";

/** Programs that a stand-in for a player, or the program itself, may call. */
const TOOLS = ["sh", "script", "stty", "ls", "cut", "dirname", "ffmpeg"] as const;

/** A world where something can be played. */
export interface Stage extends World {
  /** A client of the sandbox, to look up what there is. */
  readonly client: ServiceClient;
  /** The variables of a run with these players and no others. */
  env(...players: readonly ("mpv" | "ffplay" | "afplay" | "broken")[]): NonNullable<RunOptions["env"]>;
  /** What players left behind. */
  leftovers(): Promise<string[]>;
  /** mpv's own log. */
  log(): Promise<string>;
  /** A track with this access. */
  trackWith(access: string): Promise<ServiceTrack>;
}

/** Stand-ins for players: scripts. */
const STAND_INS: Readonly<Record<string, string>> = {
  /** Plays what it is given by decoding it, and says what it saw of the directory. */
  afplay: 'ls -ld "$(dirname "$1")" | cut -c1-10 > "$TMPDIR/../seen"; printf "%s" "$*" > "$TMPDIR/../words"\n' +
    'exec ffmpeg -v error -i "$1" -f wav - > "$TMPDIR/../decoded.wav"',
  /** Is broken. */
  broken: 'echo "no sound card: $*" >&2; exit 1',
};

/** Sets the stage; `speed` is mpv's: 1 is how long it takes to listen. */
export async function setStage({ speed }: { speed: number }): Promise<Stage> {
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

/** Puts each player into a directory of its own. */
async function install(directory: string): Promise<void> {
  for (const player of ["mpv", "ffplay"]) {
    await mkdir(join(directory, player), { recursive: true });
    await link(player, join(directory, player));
  }
  for (const [player, script] of Object.entries(STAND_INS)) {
    await mkdir(join(directory, player));
    const path = join(directory, player, player === "broken" ? "mpv" : player);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
  }
}

async function link(program: string, directory: string): Promise<void> {
  const path = pathOf(program);
  if (path) await symlink(path, join(directory, program));
}

/**
 * The command lines of a process and of all that came of it, as any user of the machine can read them. What else runs
 * there, other tests' players for one, says nothing of this process.
 */
export function commandLines(ancestor: number): string {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const processes = stdout.split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line)?.slice(1) ?? []);
  const family = new Set([String(ancestor)]);
  // A parent may have a higher number than its child after the numbers wrapped.
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const [pid = "", parent = ""] of processes) if (family.has(parent)) family.add(pid);
  }
  return processes.flatMap(([pid = "", , args = ""]) => family.has(pid) ? [args] : []).join("\n");
}

/** The processes whose command line holds a text; those of one program where its name is given. */
export function processesWith(text: string, program?: string): number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,comm=,args="], { encoding: "utf8" });
  const found = stdout.split("\n").filter((line) => line.includes(text)).map((line) => line.trim().split(/\s+/));
  return found.filter(([, name]) => program === undefined || name === program).map(([pid]) => Number(pid));
}
