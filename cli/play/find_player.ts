import { EXITS, Failure } from "../errors.ts";
import type { Environment } from "../host/host.ts";
import { programPath } from "../host/programs.ts";
import type { Player, PlayerSurroundings } from "./player.ts";

/** The supported players, in order of preference. */
export const PLAYERS = ["mpv", "ffplay", "afplay"] as const;

export type PlayerName = typeof PLAYERS[number];

export function findPlayer(env: Environment, wanted?: PlayerName): { name: PlayerName; path: string } | undefined {
  for (const name of wanted ? [wanted] : PLAYERS) {
    const path = programPath(name, env);
    if (path !== undefined) return { name, path };
  }
  return undefined;
}

export async function openPlayer(surroundings: PlayerSurroundings, wanted?: PlayerName): Promise<Player> {
  const found = findPlayer(surroundings.env, wanted);
  if (!found) {
    const hint = `Install mpv (mpv.io), or ffmpeg for its ffplay. ${EXITS.no_player.next}`;
    throw new Failure("no_player", `No player found: ${wanted ?? PLAYERS.join(", ")}`, { hint });
  }
  const { name, path } = found;
  if (name === "mpv") return (await import("./mpv.ts")).openMpv(path, surroundings);
  if (name === "ffplay") return new (await import("./ffplay.ts")).Ffplay(path, surroundings);
  return new (await import("./afplay.ts")).Afplay(path, surroundings);
}
