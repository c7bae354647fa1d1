/**
 * A progress bar on stderr of a terminal.
 *
 * @module
 */

import type { Context } from "../context.ts";
import { clean, cut, width } from "./text.ts";

const FRAME_MS = 100;
const CLEAR = "\r\x1b[K";
const DEFAULT_COLUMNS = 80;
const NAME_COLUMNS = 30;
const UNITS = ["B", "kB", "MB", "GB"] as const;

/** A progress bar; hidden if stderr isn't a terminal. */
export class ProgressBar {
  readonly #context: Context;
  readonly #name: string;
  readonly #release: (() => void) | undefined;
  readonly #started = performance.now();
  #drawn = -FRAME_MS;

  /** Shows a bar for a named item and hides the spinner. */
  constructor(context: Context, name: string) {
    this.#context = context;
    this.#name = cut(clean(name), NAME_COLUMNS);
    if (context.decorated && context.env.TERM !== "dumb") this.#release = context.spinner.hold();
  }

  /** Updates the bar, at a limited rate. */
  update(done: number, total: number): void {
    const now = performance.now();
    if (!this.#release || (now - this.#drawn < FRAME_MS && done < total)) return;
    this.#drawn = now;
    this.#write(CLEAR + this.#line(done, total, (now - this.#started) / 1000));
  }

  /** Removes the bar. */
  end(): void {
    if (!this.#release) return;
    this.#write(CLEAR);
    this.#release();
  }

  #line(done: number, total: number, seconds: number): string {
    const part = total > 0 ? Math.min(1, done / total) : 1;
    const speed = seconds > 0 ? `${bytes(done / seconds)}/s` : "";
    const facts = ` ${String(Math.floor(part * 100)).padStart(3)}% ${bytes(done)} of ${bytes(total)} ${speed}`;
    const columns = this.#context.host.stderr.columns || DEFAULT_COLUMNS;
    const room = columns - width(this.#name) - facts.length - 2;
    if (room < 1) return cut(this.#name + facts, columns - 1);
    const filled = Math.round(part * room);
    const { cyan, dim } = this.#context.err;
    return `${this.#name} ${cyan("━".repeat(filled))}${dim("━".repeat(room - filled))}${facts}`;
  }

  /** Ignores a failure to draw the bar. */
  #write(text: string): void {
    this.#context.host.stderr.write(text).catch(() => this.#drawn);
  }
}

/** Formats a number of bytes for people. */
export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  const number = count / 1000 ** power;
  return `${power > 0 && number < 10 ? number.toFixed(1) : Math.round(number)} ${UNITS[power]}`;
}
