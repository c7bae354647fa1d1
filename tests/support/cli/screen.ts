import { execFileSync } from "node:child_process";
import xterm from "@xterm/headless";
import type { Running } from "./cli.ts";

/** A line of the screen, as the terminal wraps it. */
export interface ScreenLine {
  readonly text: string;
  /** Whether the terminal broke the line above here. */
  readonly isWrapped: boolean;
  /** Whether a cell has a colour or a style. */
  readonly isStyled: boolean;
}

/** A terminal. */
export class EmulatedTerminal {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;

  /** Creates an empty terminal. */
  constructor(columns: number, rows: number = 60) {
    const settings = { cols: columns, rows, scrollback: 2000, allowProposedApi: true };
    this.#terminal = new xterm.Terminal(settings);
  }

  /** Shows an output; a line feed also returns, as the terminal driver does. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(text.replace(/\r?\n/g, "\r\n"), resolve));
  }

  /** Changes the number of columns. */
  resize(columns: number): void {
    this.#terminal.resize(columns, this.#terminal.rows);
  }

  /** The lines on the screen and above, without empty ones at the end. */
  get lines(): readonly ScreenLine[] {
    const { active } = this.#terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, row) => {
      const line = active.getLine(row);
      const cells = () => Array.from({ length: this.#terminal.cols }, (_, column) => line?.getCell(column));
      return {
        text: line?.translateToString(true, 0, this.#terminal.cols).trimEnd() ?? "",
        isWrapped: line?.isWrapped ?? false,
        get isStyled() {
          return cells().some((cell) => cell && !cell.isAttributeDefault());
        },
      };
    });
    return lines.slice(0, lines.findLastIndex(({ text }) => text !== "") + 1);
  }

  /** The texts of the lines, each whole, however often it was wrapped. */
  get texts(): readonly string[] {
    return this.lines.reduce<string[]>((whole, { text, isWrapped }) => {
      return isWrapped ? [...whole.slice(0, -1), (whole.at(-1) ?? "") + text] : [...whole, text];
    }, []);
  }
}

/** The terminal of a running program, whose first line names it: `tty`. It is resized as a window is. */
export class LiveTerminal extends EmulatedTerminal {
  readonly #running: Running;
  readonly #tty: string;
  #shown: number;
  columns: number;

  /** Creates the terminal from what was printed so far. */
  constructor(running: Running, printed: string, columns: number, rows: number = 24) {
    super(columns, rows);
    this.#running = running;
    this.#tty = printed.trim().split("\r\n")[0] ?? "";
    this.#shown = printed.indexOf("\n") + 1;
    this.columns = columns;
  }

  /** Shows what has arrived since the last time, and returns it. */
  async update(): Promise<string> {
    const text = (await this.#running.printed(/^/)).slice(this.#shown);
    this.#shown += text.length;
    await this.write(text);
    return text;
  }

  /** Changes the number of columns, and tells the program. */
  override resize(columns: number): void {
    super.resize(this.columns = columns);
    execFileSync("stty", ["-F", this.#tty, "cols", String(columns)]);
  }
}

// What the tests of screens share.

/** Runs several command lines in one process. */
export const DRIVER: URL = new URL("on_terminal.ts", import.meta.url);

/** Titles that are wide, run from right to left, join, or look like commands for the terminal. */
export const TITLES: readonly string[] = [
  "日本語のとても長いタイトル".repeat(3),
  "أغنية طويلة",
  "👩‍👩‍👧 family 🏳️‍🌈",
  "é́ combining",
  "plain \x1b[31mred",
];

/** A terminal. */
export interface TerminalKind {
  readonly name: string;
  readonly columns: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Terminals. The last is resized while each command runs. */
export const TERMINALS: readonly TerminalKind[] = [
  { name: "40 columns and colours", columns: 40, env: { TERM: "xterm-256color" } },
  { name: "80 columns and colours", columns: 80, env: { TERM: "xterm-256color" } },
  { name: "200 columns and colours", columns: 200, env: { TERM: "xterm-256color" } },
  { name: "NO_COLOR", columns: 80, env: { TERM: "xterm-256color", NO_COLOR: "1" } },
  { name: "TERM=dumb", columns: 40, env: { TERM: "dumb" } },
  { name: "a new size all the time", columns: 120, env: { TERM: "xterm-256color", RESIZED: "1" } },
];
