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
