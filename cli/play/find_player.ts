/**
 * Finds an installed player: mpv, otherwise ffplay, otherwise afplay.
 *
 * @module
 */

import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { Failure } from "../errors.ts";
import type { Environment } from "../host/host.ts";
import type { Player, PlayerSurroundings } from "./player.ts";

/** The supported players, in order of preference. */
export const PLAYERS = ["mpv", "ffplay", "afplay"] as const;

/** The name of a player. */
export type PlayerName = typeof PLAYERS[number];

/** An installed player. */
export interface FoundPlayer {
  /** The name of the player. */
  readonly name: PlayerName;
  /** The path of its executable. */
  readonly path: string;
}

/** Searches `PATH` for a player; with `wanted`, for this one only. */
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

/** Starts a player; throws a failure that lists the supported players if none is installed. */
export async function openPlayer(surroundings: PlayerSurroundings, wanted?: PlayerName): Promise<Player> {
  const found = await findPlayer(surroundings.env, wanted);
  if (!found) {
    const hint = "Install mpv (mpv.io), or ffmpeg for its ffplay. `tonearm play --url` prints only the address.";
    throw new Failure("no_player", `No player found: ${wanted ?? PLAYERS.join(", ")}`, { hint });
  }
  const { name, path } = found;
  if (name === "mpv") return (await import("./mpv.ts")).openMpv(path, surroundings);
  if (name === "ffplay") return (await import("./ffplay.ts")).openFfplay(path, surroundings);
  return (await import("./afplay.ts")).openAfplay(path, surroundings);
}
