// A picker: the user types part of an entry to filter a list. It is drawn on stderr, so that stdout contains only the
// result.
import { Failure } from "../errors.ts";
import type { Terminal } from "./terminal.ts";
import { clean, cut } from "./text.ts";

export interface Choice {
  readonly label: string;
  readonly value: string;
}

const MOST_SHOWN = 8;
/** The question and the number of choices. */
const OTHER_ROWS = 2;

const COMMANDS: Readonly<Record<string, "up" | "down" | "accept" | "leave" | "delete" | "mark">> = {
  "\x1b[A": "up",
  "\x10": "up",
  "\x1b[B": "down",
  "\x0e": "down",
  "\r": "accept",
  "\n": "accept",
  "\x03": "leave",
  "\x04": "leave",
  "\x1b": "leave",
  "\b": "delete",
  "\x7f": "delete",
  "\t": "mark",
};

export function matching(choices: readonly Choice[], query: string): readonly Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return choices.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

class Picking {
  readonly #choices: readonly Choice[];
  readonly #takesMany: boolean;
  readonly #marked = new Set<Choice>();
  query = "";
  #place = 0;

  constructor(choices: readonly Choice[], takesMany: boolean) {
    this.#choices = choices;
    this.#takesMany = takesMany;
  }

  get found(): readonly Choice[] {
    return matching(this.#choices, this.query);
  }

  get chosen(): readonly Choice[] {
    return this.#marked.size > 0 ? [...this.#marked] : this.found.slice(this.#place, this.#place + 1);
  }

  move(steps: number): void {
    this.#place = Math.max(0, Math.min(this.#place + steps, this.found.length - 1));
  }

  mark(): void {
    const here = this.found[this.#place];
    if (!here || !this.#takesMany) return;
    if (!this.#marked.delete(here)) this.#marked.add(here);
    this.move(1);
  }

  type(text: string): void {
    this.query = text;
    this.#place = 0;
  }

  lines(question: string, columns: number, rows: number): string[] {
    const { found } = this;
    const shown = Math.max(1, Math.min(MOST_SHOWN, rows - OTHER_ROWS));
    const first = Math.max(0, Math.min(this.#place - shown + 1, found.length - shown));
    const drawn = found.slice(first, first + shown).map((choice, index) => {
      const arrow = first + index === this.#place ? ">" : " ";
      return `${arrow}${this.#marked.has(choice) ? "*" : " "} ${clean(choice.label)}`;
    });
    const count = `  ${found.length}/${this.#choices.length}${this.#takesMany ? ", Tab selects several" : ""}`;
    return [`${question} ${this.query}`, ...drawn, count].map((line) => cut(line, columns));
  }
}

/** Lets the user choose; Escape and Ctrl-C interrupt the program. */
export async function pick(
  context: Terminal,
  question: string,
  choices: readonly Choice[],
  takesMany: boolean,
): Promise<readonly string[]> {
  const picking = new Picking(choices, takesMany);
  const hide = context.show((...size) => picking.lines(question, ...size), { isNeeded: true });
  try {
    for await (const key of context.keys(context.host.stdin)) {
      const command = COMMANDS[key];
      if (command === "leave") break;
      if (command === "accept" && picking.chosen.length > 0) return picking.chosen.map(({ value }) => value);
      obey(picking, command, key);
      context.screen.refresh();
    }
    throw new Failure("interrupted", "Interrupted");
  } finally {
    hide();
  }
}

function obey(picking: Picking, command: typeof COMMANDS[string] | undefined, key: string): void {
  if (command === "up") picking.move(-1);
  else if (command === "down") picking.move(1);
  else if (command === "mark") picking.mark();
  else if (command === "delete") picking.type(picking.query.slice(0, -1));
  else if (command === undefined && key >= " ") picking.type(picking.query + key);
}
