/**
 * Keys pressed while something plays.
 *
 * @module
 */

import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import type { Player } from "./player.ts";

/** What a key asks for beyond the player. */
export type Wish = "next" | "quit";

const SEEK_SECONDS = 10;
const VOLUME_PERCENT = 5;
const CTRL_C = "\u0003";
// deno-lint-ignore no-control-regex -- arrow keys begin with an escape character
const KEY = /\u{1b}\[[A-D]|./gsu;

type Deed = (player: Player) => void;

const DEEDS: ReadonlyMap<string, Deed> = new Map<string, Deed>([
  [" ", (player) => player.togglePause()],
  ["\x1b[C", (player) => player.seek(SEEK_SECONDS)],
  ["\x1b[D", (player) => player.seek(-SEEK_SECONDS)],
  ["\x1b[A", (player) => player.changeVolume(VOLUME_PERCENT)],
  ["\x1b[B", (player) => player.changeVolume(-VOLUME_PERCENT)],
  ["+", (player) => player.changeVolume(VOLUME_PERCENT)],
  ["-", (player) => player.changeVolume(-VOLUME_PERCENT)],
]);

const WISHES: ReadonlyMap<string, Wish> = new Map([["n", "next"], [">", "next"], ["q", "quit"]]);

/** One line for the person. */
export const KEYS_HELP = "space pause · ←/→ 10 s · ↑/↓ volume · n next · q quit";

/** Obeys the keys of a terminal until the program ends; Ctrl-C is a key then, and an interruption. */
export async function obeyKeys(context: Context, player: Player, wish: (wish: Wish) => void): Promise<never> {
  const { stdin } = context.host;
  const decoder = new TextDecoder();
  stdin.setRawMode?.(true);
  try {
    for await (const chunk of stdin) {
      for (const [key] of decoder.decode(chunk, { stream: true }).replaceAll("\x1bO", "\x1b[").matchAll(KEY)) {
        if (key === CTRL_C) throw new Failure("interrupted", "Interrupted");
        DEEDS.get(key)?.(player);
        const wished = WISHES.get(key.toLowerCase());
        if (wished) wish(wished);
      }
    }
  } finally {
    stdin.setRawMode?.(false);
  }
  return await new Promise<never>(() => {});
}
