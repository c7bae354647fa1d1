import { cyan, dim, type Styled } from "./style.ts";
import type { Terminal } from "./terminal.ts";
import { clean, cut, width } from "./text.ts";

const NAME_COLUMNS = 30;
const UNITS = ["B", "kB", "MB", "GB"] as const;

export class ProgressBar {
  readonly end: () => void;
  readonly #name: string;
  readonly #now: () => number;
  readonly #started: number;
  #done = 0;
  #total: number | undefined;

  constructor(terminal: Pick<Terminal, "host" | "show">, name: string) {
    this.#now = terminal.host.now;
    this.#started = this.#now();
    this.#name = cut(clean(name), NAME_COLUMNS);
    this.end = terminal.show((columns) =>
      this.#total === undefined ? [] : [this.#line(columns, this.#done, this.#total)]
    );
  }

  update(done: number, total: number): void {
    this.#done = done;
    this.#total = total;
  }

  #line(columns: number, done: number, total: number): Styled {
    const seconds = (this.#now() - this.#started) / 1000;
    const part = total > 0 ? Math.min(1, done / total) : 1;
    const speed = seconds > 0 ? `${bytes(done / seconds)}/s` : "";
    const facts = ` ${String(Math.floor(part * 100)).padStart(3)}% ${bytes(done)} of ${bytes(total)} ${speed}`;
    const room = columns - width(this.#name) - facts.length - 1;
    if (room < 1) return cut(this.#name + facts, columns);
    const filled = Math.round(part * room);
    return [this.#name, " ", cyan("━".repeat(filled)), dim("━".repeat(room - filled)), facts];
  }
}

export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  const number = count / 1000 ** power;
  return `${power > 0 && number < 10 ? number.toFixed(1) : Math.round(number)} ${UNITS[power]}`;
}
