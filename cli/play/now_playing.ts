// The current track and its position, in one line on stderr of a terminal, with the waveform as progress bar.
import type { ServiceTrack } from "@tonearm/client";
import type { Position } from "./player.ts";
import { clock } from "../output/format.ts";
import { cyan, dim, type Styled } from "../output/style.ts";
import { drawLevels, fitLevels, type Levels } from "../output/waveform.ts";

export function playingLine(
  track: ServiceTrack,
  levels: Levels | undefined,
  position: Position,
  columns: number,
): Styled {
  const total = position.durationSeconds ?? track.duration / 1000;
  const head = `${position.isPaused ? "‖" : "▶"} ${clock(position.seconds * 1000)} `;
  const volume = position.volume === undefined ? "" : ` ${Math.round(position.volume)}%`;
  const tail = ` ${clock(total * 1000)}${volume}`;
  const room = columns - head.length - tail.length;
  if (room < 1) return head.slice(0, columns);
  const wave = [...levels ? drawLevels(fitLevels(levels, room), 1).join("") : "─".repeat(room)];
  const played = total > 0 ? Math.min(room - 1, Math.floor(position.seconds / total * room)) : 0;
  return [head, cyan(wave.slice(0, played).join("")), "┃", dim(wave.slice(played + 1).join("")), tail];
}
