import { Failure } from "../errors.ts";
import type { Player } from "./player.ts";

/** The action of a key that the queue handles rather than the player. */
export type KeyAction = "next" | "previous" | "quit" | "shuffle" | "repeat" | "like" | "queue";

const SEEK_SECONDS = 10;
const VOLUME_PERCENT = 5;
const CTRL_C = "\u0003";

const PLAYER_KEYS: ReadonlyMap<string, (player: Player) => void> = new Map<string, (player: Player) => void>([
  [" ", (player) => player.togglePause()],
  ["\x1b[C", (player) => player.seek(SEEK_SECONDS)],
  ["\x1b[D", (player) => player.seek(-SEEK_SECONDS)],
  ["\x1b[A", (player) => player.changeVolume(VOLUME_PERCENT)],
  ["\x1b[B", (player) => player.changeVolume(-VOLUME_PERCENT)],
  ["+", (player) => player.changeVolume(VOLUME_PERCENT)],
  ["-", (player) => player.changeVolume(-VOLUME_PERCENT)],
]);

const ACTIONS: ReadonlyMap<string, KeyAction> = new Map<string, KeyAction>([
  ["n", "next"],
  [">", "next"],
  ["p", "previous"],
  ["<", "previous"],
  ["s", "shuffle"],
  ["r", "repeat"],
  ["l", "like"],
  ["u", "queue"],
  ["q", "quit"],
]);

export const KEYS_HELP: string = "space pause · ←/→ 10 s · 0–9 jump · ↑/↓ volume · p/n previous, next\n" +
  "s shuffle · r repeat · l like · u queue · q quit";

/** Handles keys until the program ends. In raw mode, Ctrl-C is a key, which interrupts the program. */
export async function obeyKeys(
  keys: AsyncIterable<string>,
  player: Player,
  act: (action: KeyAction) => void,
): Promise<never> {
  for await (const key of keys) {
    if (key === CTRL_C) throw new Failure("interrupted", "Interrupted");
    PLAYER_KEYS.get(key)?.(player);
    if (/^\d$/.test(key)) seekTo(player, Number(key) / 10);
    const action = ACTIONS.get(key.toLowerCase());
    if (action) act(action);
  }
  return await new Promise<never>(() => {});
}

/** A digit seeks to that tenth of the track, as in video players. */
function seekTo(player: Player, part: number): void {
  const { seconds, durationSeconds } = player.position;
  if (durationSeconds !== undefined) player.seek(part * durationSeconds - seconds);
}
