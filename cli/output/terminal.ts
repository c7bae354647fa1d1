// What a command says and asks: results on stdout, everything else on stderr.
import type { GlobalValues } from "../globals.ts";
import type { Environment, Host, Input } from "../host/host.ts";
import { toJson } from "./json.ts";
import { Spinner } from "./progress.ts";
import { type Screen, screenOf } from "./screen.ts";
import { dim, render, type Styled, type Target, wantsColor } from "./style.ts";
import { cleanLines } from "./text.ts";

const DEFAULT_COLUMNS = 80;
const CTRL_Z = "\x1a";
// deno-lint-ignore no-control-regex -- arrow keys begin with an escape character
const KEY = /\u{1b}\[[A-D]|./gsu;

interface ShowSettings {
  readonly delayMs?: number;
  /** Whether it is part of a question, which is asked even with `--quiet`. */
  readonly isNeeded?: boolean;
}

export class Terminal {
  readonly host: Host;
  readonly settings: GlobalValues;
  #spinner: Spinner | undefined;

  constructor(host: Host, settings: GlobalValues) {
    this.host = host;
    this.settings = settings;
  }

  get screen(): Screen {
    return screenOf(this.host);
  }

  /** The spinner; hidden if nobody watches stderr. */
  get spinner(): Spinner {
    return this.#spinner ??= new Spinner(this);
  }

  get env(): Environment {
    return this.host.env;
  }

  /** Whether the result is JSON, so that nothing decorative is printed on either stream. */
  get json(): boolean {
    return this.settings.json !== undefined || this.settings.jsonl === true || this.isFormatted;
  }

  get isFormatted(): boolean {
    return this.settings.jq !== undefined || this.settings.template !== undefined;
  }

  /** Whether stderr may show animations. */
  get decorated(): boolean {
    return this.host.stderr.isTTY && !this.json && !this.settings.quiet && this.env.TERM !== "dumb";
  }

  get interactive(): boolean {
    return this.host.stdin.isTTY && this.host.stderr.isTTY && this.settings.input;
  }

  /** The keyboard of a user who watches stderr, even if stdin is a pipe. */
  get keyboard(): Input | undefined {
    const { stdin, stderr, keyboard } = this.host;
    if (!stderr.isTTY || !this.settings.input) return undefined;
    return stdin.isTTY ? stdin : keyboard?.();
  }

  get columns(): number {
    return this.host.stdout.columns || Number(this.env.COLUMNS) || DEFAULT_COLUMNS;
  }

  async print(text: Styled): Promise<void> {
    await this.screen.write("stdout", render(text, this.#target("stdout")));
  }

  /** Sends further output through a pager, if the terminal supports one. */
  async startPager(): Promise<void> {
    const { stdout, stdin, openPager, env } = this.host;
    if (this.screen.isPaged || !stdout.isTTY || !stdin.isTTY || !openPager) return;
    if (!this.settings.pager || !env.TERM || env.TERM === "dumb") return;
    const command = (await import("../host/pager.ts")).pagerCommand(env);
    if (command === undefined) return;
    // The pager handles Ctrl-C; the command ends when the pager does.
    this.host.endsItself();
    this.screen.page(openPager(command));
  }

  /** Writes a message to stderr for people; with JSON or `--quiet` it is omitted. */
  async note(text: Styled): Promise<void> {
    if (this.json || this.settings.quiet) return;
    await this.say([dim(typeof text === "string" ? cleanLines(text) : text), "\n"]);
  }

  /** Writes a warning to stderr in every mode: as text for people, or as a line of JSON. */
  async warn(code: string, text: string): Promise<void> {
    const line = cleanLines(text);
    await this.say(`${this.json ? JSON.stringify({ warning: code, message: line }) : `warning: ${line}`}\n`);
  }

  /** Reports that a list was truncated: as text for people, or as a final line of JSON on stderr. */
  async noteCut(shown: number, advice: string): Promise<void> {
    if (!this.json) return await this.note(`Showing the first ${shown}; ${advice}.`);
    if (!this.settings.quiet) await this.say(`${toJson({ truncated: true, shown, hint: advice }, 0)}\n`);
  }

  /** Writes essential text to stderr, such as a prompt or a URL to open. */
  async say(text: Styled): Promise<void> {
    await this.screen.write("stderr", render(text, this.#target("stderr")));
  }

  /** Draws lines at the bottom until the returned function is called; nothing where nobody watches. */
  show(draw: (columns: number, rows: number) => readonly Styled[], settings: ShowSettings = {}): () => void {
    const { delayMs = 0, isNeeded = false } = settings;
    if (!this.decorated && !isNeeded) return () => {};
    const target = this.#target("stderr");
    return this.screen.show((...size) => draw(...size).map((line) => render(line, target)), delayMs);
  }

  /** Reads the keys of a keyboard as they are pressed. Ctrl-Z stops the program, as the terminal does elsewhere. */
  async *keys(keyboard: Input): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    keyboard.setRawMode?.(true);
    try {
      for await (const chunk of keyboard) {
        for (const [key] of decoder.decode(chunk, { stream: true }).replaceAll("\x1bO", "\x1b[").matchAll(KEY)) {
          if (key === CTRL_Z && this.host.suspend) this.#suspend(keyboard, this.host.suspend);
          else yield key;
        }
      }
    } finally {
      keyboard.setRawMode?.(false);
    }
  }

  async close(): Promise<void> {
    await this.screen.close();
  }

  #suspend(keyboard: Input, suspend: () => void): void {
    this.screen.clear();
    keyboard.setRawMode?.(false);
    suspend();
    keyboard.setRawMode?.(true);
    this.screen.refresh();
  }

  #target(name: "stdout" | "stderr"): Target {
    const stream = this.host[name];
    return { isTTY: stream.isTTY, colored: wantsColor(stream, this.env, !this.settings.color) };
  }
}
