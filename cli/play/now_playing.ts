/**
 * The current track and its position, in one line on stderr of a terminal, with the waveform as progress bar.
 *
 * @module
 */

import type { ServiceTrack } from "@tonearm/client";
import type { Context } from "../context.ts";
import type { Position } from "./player.ts";
import { clock } from "../output/format.ts";
import { drawLevels, fitLevels, type Levels } from "../output/waveform.ts";

const FRAME_MS = 250;
const CLEAR = "\r\x1b[K";
const DEFAULT_COLUMNS = 80;

/** The line about the current track; hidden if stderr isn't a terminal. */
export class NowPlaying {
  readonly #context: Context;
  #timer: ReturnType<typeof setInterval> | undefined;
  #release: (() => void) | undefined;

  /** Creates the line for a command. */
  constructor(context: Context) {
    this.#context = context;
  }

  /** Shows the position in a track until `hide()` is called. */
  show(track: ServiceTrack, levels: () => Levels | undefined, position: () => Position): void {
    const { decorated, env, host } = this.#context;
    if (!decorated || env.TERM === "dumb") return;
    this.hide();
    const draw = () => {
      const columns = host.stderr.columns || DEFAULT_COLUMNS;
      this.#write(`${CLEAR}${this.line(track, levels(), position(), columns)}`);
    };
    this.#release = this.#context.spinner.hold();
    this.#timer = setInterval(draw, FRAME_MS);
    draw();
  }

  /** Removes the line. */
  hide(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#write(CLEAR);
    this.#release?.();
  }

  /** Returns the line at a given width, with the played part highlighted. */
  line(track: ServiceTrack, levels: Levels | undefined, position: Position, columns: number): string {
    const { dim, cyan } = this.#context.err;
    const total = position.durationSeconds ?? track.duration / 1000;
    const head = `${position.isPaused ? "‖" : "▶"} ${clock(position.seconds * 1000)} `;
    const volume = position.volume === undefined ? "" : ` ${Math.round(position.volume)}%`;
    const tail = ` ${clock(total * 1000)}${volume}`;
    const room = columns - head.length - tail.length - 1;
    if (room < 1) return head;
    const wave = [...levels ? drawLevels(fitLevels(levels, room), 1).join("") : "─".repeat(room)];
    const played = total > 0 ? Math.min(room - 1, Math.floor(position.seconds / total * room)) : 0;
    return `${head}${cyan(wave.slice(0, played).join(""))}┃${dim(wave.slice(played + 1).join(""))}${tail}`;
  }

  /** Ignores errors, because a failure to draw must not stop playback. */
  #write(text: string): void {
    this.#context.host.stderr.write(text).catch(() => this.#timer);
  }
}
