/**
 * A spinner on stderr of a terminal.
 *
 * @module
 */

import type { Output } from "../host/host.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
const DELAY_MS = 100;
const FRAME_MS = 80;
const CLEAR = "\r\x1b[K";

/** A spinner that appears when something takes longer than 100 ms. */
export class Spinner {
  readonly #output: Output;
  readonly #enabled: boolean;
  #waiting = 0;
  #holds = 0;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = false;
  #text = "";

  /** Creates a spinner for a stream; it stays hidden unless it is enabled. */
  constructor(output: Output, enabled: boolean) {
    this.#output = output;
    this.#enabled = enabled;
  }

  /** Starts the spinner; the returned function stops it. */
  start(): () => void {
    this.#waiting++;
    if (this.#enabled && this.#holds === 0) this.#timer ??= setTimeout(() => this.#tick(), DELAY_MS);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (--this.#waiting === 0) this.clear();
    };
  }

  /** Sets the text beside the spinner; an empty text removes it. */
  say(text: string): void {
    this.#text = text;
  }

  /** Hides the spinner while something else is animated, until the returned function is called. */
  hold(): () => void {
    this.#holds++;
    this.clear();
    return () => void this.#holds--;
  }

  /** Clears the spinner, so that other output can be written. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#shown) this.#write(CLEAR);
    this.#shown = false;
  }

  #tick(): void {
    this.#shown = true;
    this.#write(`${CLEAR}${FRAMES[this.#frame++ % FRAMES.length]} ${this.#text}`);
    this.#timer = setTimeout(() => this.#tick(), FRAME_MS);
  }

  /** Ignores a failure to draw the spinner. */
  #write(text: string): void {
    this.#output.write(text).catch(() => this.#waiting);
  }
}
