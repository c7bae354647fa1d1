/**
 * Finds a player on this machine: mpv, else ffplay, else afplay.
 *
 * @module
 */

import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { Failure } from "../errors.ts";
import type { Environment } from "../host/host.ts";
import type { Player, PlayerSurroundings } from "./player.ts";

/** The players, the best one first. */
export const PLAYERS = ["mpv", "ffplay", "afplay"] as const;

/** A player's name. */
export type PlayerName = typeof PLAYERS[number];

/** A player that is installed. */
export interface FoundPlayer {
  /** Its name. */
  readonly name: PlayerName;
  /** Where it is. */
  readonly path: string;
}

/** Looks for players in `PATH`; for one of them, where it was named. */
export async function findPlayer(env: Environment, wanted?: PlayerName): Promise<FoundPlayer | undefined> {
  const directories = (env.PATH ?? "").split(delimiter).filter((directory) => directory !== "");
  for (const name of wanted ? [wanted] : PLAYERS) {
    for (const directory of directories) {
      const path = join(directory, name);
      if (await access(path, constants.X_OK).then(() => true, () => false)) return { name, path };
    }
  }
  return undefined;
}

/** Starts a player, or throws with the names of those that would work. */
export async function openPlayer(surroundings: PlayerSurroundings, wanted?: PlayerName): Promise<Player> {
  const found = await findPlayer(surroundings.env, wanted);
  if (!found) {
    const hint = "Install mpv (mpv.io), or ffmpeg for its ffplay. `tonearm play --url` prints the address alone.";
    throw new Failure("no_player", `No player found: ${wanted ?? PLAYERS.join(", ")}`, { hint });
  }
  const { name, path } = found;
  if (name === "mpv") return (await import("./mpv.ts")).openMpv(path, surroundings);
  if (name === "ffplay") return (await import("./ffplay.ts")).openFfplay(path, surroundings);
  return (await import("./afplay.ts")).openAfplay(path, surroundings);
}
