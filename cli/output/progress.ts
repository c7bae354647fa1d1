import { cut } from "./text.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
const DELAY_MS = 100;

interface Drawer {
  show(draw: (columns: number) => readonly string[], settings: { readonly delayMs: number }): () => void;
}

/** A spinner that appears when something takes longer than 100 ms. */
export class Spinner {
  readonly #terminal: Drawer;
  #waiting = 0;
  #frame = 0;
  #hide: (() => void) | undefined;
  #text = "";

  constructor(terminal: Drawer) {
    this.#terminal = terminal;
  }

  start(): () => void {
    this.#waiting++;
    const draw = (columns: number) => [cut(`${FRAMES[this.#frame++ % FRAMES.length]} ${this.#text}`, columns)];
    this.#hide ??= this.#terminal.show(draw, { delayMs: DELAY_MS });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (--this.#waiting > 0) return;
      this.#hide?.();
      this.#hide = undefined;
    };
  }

  /** Sets the text beside the spinner; an empty text removes it. */
  say(text: string): void {
    this.#text = text;
  }
}
