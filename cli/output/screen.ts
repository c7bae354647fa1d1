// The one writer to a terminal. It knows where the cursor is and what is drawn at the bottom, so that no text is
// overwritten by a bar or glued to one.
import type { Host, Pager } from "../host/host.ts";

const FRAME_MS = 100;
const [DEFAULT_COLUMNS, DEFAULT_ROWS] = [80, 24];
const CLEAR_LINE = "\r\x1b[K";
const CLEAR_AFTER = "\x1b[J";
const HOME = "\x1b[H";
/** A frame may arrive after the terminal has become narrower, which would wrap it; the rest is left out instead. */
const [NO_WRAP, WRAP] = ["\x1b[?7l", "\x1b[?7h"];
/** Terminals disagree about where the cursor is after they wrapped several lines, but not on the alternate screen. */
const [ENTER_ALTERNATE, LEAVE_ALTERNATE] = ["\x1b[?1049h", "\x1b[?1049l"];

interface Block {
  readonly draw: (columns: number, rows: number) => readonly string[];
  isDue: boolean;
}

export class Screen {
  readonly #streams: Pick<Host, "stdout" | "stderr">;
  /** The last one that is due is drawn. */
  readonly #blocks: Block[] = [];
  /** The number of drawn lines, and the width for which they were drawn. */
  #drawn = { lines: 0, columns: 0 };
  #isAtStart = true;
  #writer: "stdout" | "stderr" = "stdout";
  #writing = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last frame or erasure; the stream writes them in order. */
  #drawing: Promise<void> = Promise.resolve();
  #pager: Pager | undefined;
  /** Text for stderr that is held back until the pager ends, because both write to the same terminal. */
  readonly #held: string[] = [];

  constructor(streams: Pick<Host, "stdout" | "stderr">) {
    this.#streams = streams;
  }

  get columns(): number {
    return this.#streams.stderr.columns || DEFAULT_COLUMNS;
  }

  get isPaged(): boolean {
    return this.#pager !== undefined;
  }

  /** Writes a string where the output has ended, on a line of its own if another stream's is incomplete. */
  async write(name: "stdout" | "stderr", text: string): Promise<void> {
    if (this.#pager) return name === "stdout" ? await this.#pager.write(text) : void this.#held.push(text);
    const stream = this.#streams[name];
    if (!stream.isTTY || text === "") return await stream.write(text);
    const isGlued = !this.#isAtStart && this.#writer !== name && !text.startsWith("\n");
    const erasure = this.#erasure();
    this.#writer = name;
    this.#isAtStart = text.endsWith("\n");
    this.#writing++;
    try {
      if (name === "stdout" && erasure) await this.#streams.stderr.write(erasure);
      await stream.write(`${name === "stdout" ? "" : erasure}${isGlued ? "\n" : ""}${text}`);
    } finally {
      this.#writing--;
    }
  }

  /** Notes that the user has pressed Enter, which the terminal shows. */
  entered(): void {
    this.#isAtStart = true;
  }

  /** Draws lines at the bottom until the returned function is called; what waits, only if nothing else is drawn. */
  show(draw: Block["draw"], delayMs: number = 0): () => void {
    const block = { draw, isDue: delayMs === 0 };
    if (block.isDue) this.#blocks.push(block);
    else this.#blocks.unshift(block);
    const begin = () => {
      block.isDue = true;
      this.refresh();
    };
    const delay = block.isDue ? undefined : setTimeout(begin, delayMs);
    if (block.isDue) begin();
    return () => {
      clearTimeout(delay);
      const index = this.#blocks.indexOf(block);
      if (index < 0) return;
      this.#blocks.splice(index, 1);
      if (index === this.#blocks.length) this.clear();
      this.refresh();
    };
  }

  /** Removes what is drawn; the next frame draws it again. */
  clear(): void {
    const erasure = this.#erasure();
    if (erasure) this.#draw(erasure);
  }

  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const block = this.#blocks.findLast(({ isDue }) => isDue);
    if (!block) return;
    const isFree = this.#writing === 0 && this.#isAtStart && !this.#pager;
    if (isFree) this.#drawFrame(block.draw(this.columns - 1, this.#streams.stderr.rows || DEFAULT_ROWS));
    this.#timer = setTimeout(() => this.refresh(), FRAME_MS);
  }

  page(pager: Pager): void {
    this.clear();
    this.#pager = pager;
  }

  /** Removes everything that is drawn, and waits for that and for the pager. */
  async close(): Promise<void> {
    this.clear();
    this.#blocks.length = 0;
    clearTimeout(this.#timer);
    await this.#drawing;
    const pager = this.#pager;
    try {
      await pager?.close();
    } finally {
      this.#pager = undefined;
      for (const text of this.#held.splice(0)) await this.write("stderr", text);
    }
  }

  /** Returns what erases the drawn lines. After a resize, the terminal may have wrapped one into several rows. */
  #erasure(): string {
    const { lines, columns } = this.#drawn;
    this.#drawn = { lines: 0, columns };
    if (lines === 0) return "";
    if (lines > 1) return LEAVE_ALTERNATE;
    return columns === this.columns ? CLEAR_LINE : `\r${CLEAR_AFTER}`;
  }

  /** Draws one line below the text, with the cursor on its first character, or several on the alternate screen. */
  #drawFrame(lines: readonly string[]): void {
    if (lines.length === 0) return this.clear();
    if (lines.length === 1) {
      this.#draw(`${this.#erasure() || CLEAR_LINE}${NO_WRAP}${lines[0]}${WRAP}\r`);
    } else {
      const begin = this.#drawn.lines > 1 ? "" : `${this.#erasure()}${ENTER_ALTERNATE}${HOME}`;
      const rows = lines.map((line) => `${CLEAR_LINE}${line}`).join("\n");
      this.#draw(`${begin}${NO_WRAP}${rows}${WRAP}${CLEAR_AFTER}${HOME}`);
    }
    this.#drawn = { lines: lines.length, columns: this.columns };
  }

  /** Ignores a failure to draw. */
  #draw(text: string): void {
    this.#drawing = this.#streams.stderr.write(text).catch(() => undefined);
  }
}

const SCREENS = new WeakMap<object, Screen>();

/** Returns the writer of a host: each has one. */
export function screenOf(host: Pick<Host, "stdout" | "stderr">): Screen {
  const screen = SCREENS.get(host) ?? new Screen(host);
  SCREENS.set(host, screen);
  return screen;
}
