/**
 * A picker: the user types part of an entry to filter a list. It is drawn on stderr, so that stdout contains only the
 * result.
 *
 * @module
 */

import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import { clean, cut } from "../output/text.ts";

/** A choice. */
export interface Choice {
  /** The text for the user. */
  readonly label: string;
  /** The value for the command. */
  readonly value: string;
}

const SHOWN = 8;
const CLEAR_BELOW = "\r\x1b[J";
// deno-lint-ignore no-control-regex -- arrow keys begin with an escape character
const KEY = /\u{1b}\[[A-D]|./gsu;

/** The actions of keys that don't type a character. */
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

/** Returns the choices that contain every word of a query, ignoring case. */
export function matching(choices: readonly Choice[], query: string): readonly Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return choices.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** The state of the picker: the query and the marked choices. */
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

  /** The chosen entries: the marked ones, or the one at the cursor. */
  get chosen(): readonly Choice[] {
    const here = this.found[this.#place];
    return this.#marked.size > 0 ? [...this.#marked] : here ? [here] : [];
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

  lines(question: string, columns: number): string[] {
    const { found } = this;
    const first = Math.max(0, Math.min(this.#place - SHOWN + 1, found.length - SHOWN));
    const rows = found.slice(first, first + SHOWN).map((choice, index) => {
      const arrow = first + index === this.#place ? ">" : " ";
      return `${arrow}${this.#marked.has(choice) ? "*" : " "} ${clean(choice.label)}`;
    });
    const count = `  ${found.length}/${this.#choices.length}${this.#takesMany ? ", Tab selects several" : ""}`;
    return [`${question} ${this.query}`, ...rows, count].map((line) => cut(line, columns));
  }
}

/**
 * Lets the user choose; Escape and Ctrl-C interrupt the program.
 *
 * @param context The context of the command, at a terminal.
 * @param question The question.
 * @param choices The choices, at least one.
 * @param takesMany Whether the user may choose several.
 */
export async function pick(
  context: Context,
  question: string,
  choices: readonly Choice[],
  takesMany: boolean,
): Promise<readonly string[]> {
  const picking = new Picking(choices, takesMany);
  const { stdin } = context.host;
  const draw = async () => {
    const lines = picking.lines(question, context.columns - 1);
    await context.say(`${CLEAR_BELOW}${lines.join("\n")}\x1b[${lines.length - 1}A\r`);
  };
  stdin.setRawMode?.(true);
  try {
    await draw();
    const decoder = new TextDecoder();
    for await (const chunk of stdin) {
      for (const [key] of decoder.decode(chunk, { stream: true }).replaceAll("\x1bO", "\x1b[").matchAll(KEY)) {
        const command = COMMANDS[key];
        if (command === "leave") throw new Failure("interrupted", "Interrupted");
        if (command === "accept" && picking.chosen.length > 0) return picking.chosen.map(({ value }) => value);
        obey(picking, command, key);
      }
      await draw();
    }
    throw new Failure("interrupted", "Interrupted");
  } finally {
    await context.say(CLEAR_BELOW);
    stdin.setRawMode?.(false);
  }
}

function obey(picking: Picking, command: typeof COMMANDS[string] | undefined, key: string): void {
  if (command === "up") picking.move(-1);
  else if (command === "down") picking.move(1);
  else if (command === "mark") picking.mark();
  else if (command === "delete") picking.type(picking.query.slice(0, -1));
  else if (command === undefined && key >= " ") picking.type(picking.query + key);
}
