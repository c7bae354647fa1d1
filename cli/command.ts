/**
 * What a command is: its words, its options, two examples and what it does. Help, parsing and completions are all
 * made from these values.
 *
 * @module
 */

import type { Context } from "./context.ts";
import { usage } from "./errors.ts";

/** One option of a command. `read` checks and types what the parser made of the command line. */
export interface Option<T> {
  /** One line for the help. */
  readonly summary: string;
  /** One letter. */
  readonly short?: string;
  /** The placeholder of the value; a switch has none. */
  readonly value?: string;
  /** What the parser should make of the value. */
  readonly type?: "string" | "integer" | "number";
  /** Whether the value may be left out (`--json`, `--json=id`). Such a value needs the equals sign. */
  readonly optional?: boolean;
  /** Whether the option may be given several times. */
  readonly repeat?: boolean;
  /** Whether it is spelled `--no-…` and switches something off. */
  readonly negative?: boolean;
  /** What holds without the option, for the help. */
  readonly fallback?: string;
  /** The environment variable that stands in for the option. */
  readonly env?: string;
  /** The values that are allowed. */
  readonly choices?: readonly string[];
  /** Types the parser's value; throws a usage failure when it's out of bounds. */
  read(value: unknown, flag: string): T;
}

/** Options by name; `dryRun` is `--dry-run` on the command line. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** What a command receives for its options. */
export type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

/** The options that bring such values. */
export type OptionsFor<V> = { readonly [K in keyof V]: Option<V[K]> };

/** An example of the help: what it does, and the command line. */
export type Example = readonly [purpose: string, line: string];

/** A command of the program. */
export interface Command<O extends Options = Options> {
  /** The words after the name, as the help shows them: `<id...>`, `[query...]`. They also fix how many are allowed. */
  readonly words: string;
  /** What the help says beyond the one line. */
  readonly details?: string;
  /** The options of this command, besides the global ones. */
  readonly options: O;
  /** At least two. */
  readonly examples: readonly Example[];
  /** The fields that `--json=…` may select; without it the fields of the result decide. */
  readonly fields?: readonly string[];
  /** Does the work; returning is success, unless it's another program's exit code. */
  run(context: Context, options: Values<O>, words: readonly string[]): Promise<number | void>;
}

/** A command or a group of commands. */
export interface Entry {
  /** The name. */
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Loads the command; a mere group has none. */
  readonly load?: () => Promise<Command>;
  /** The commands below it. */
  readonly commands?: readonly Entry[];
}

/** Types a command, so that `run` knows its options. */
export function command<O extends Options>(definition: Command<O>): Command {
  return definition;
}

type Common = { readonly short?: string; readonly env?: string };

/** A switch. */
export function flag(summary: string, common: Common = {}): Option<boolean> {
  return { summary, ...common, read: (value) => value === true };
}

/** A switch that turns something off: `--no-color`. Its value is true when it was given. */
export function off(summary: string): Option<boolean> {
  return { summary, negative: true, read: (value) => value === false };
}

/** An option with a text. */
export function text(summary: string, value: string, common: Common = {}): Option<string | undefined> {
  return {
    summary,
    value,
    type: "string",
    ...common,
    read: (given) => given === undefined ? undefined : String(given),
  };
}

/** An option with one of some words. */
export function choice<const C extends string>(
  summary: string,
  value: string,
  choices: readonly C[],
  fallback?: NoInfer<C>,
): Option<C | undefined> {
  const read = (given: unknown, name: string) => {
    const found = choices.find((one) => one === (given ?? fallback));
    if (found === undefined && given !== undefined) throw usage(`${name} is one of ${choices.join(", ")}`);
    return found;
  };
  return { summary, value, type: "string", choices, ...(fallback === undefined ? {} : { fallback }), read };
}

/** An option that may be given several times. */
export function several(summary: string, value: string, common: Common = {}): Option<readonly string[]> {
  return {
    summary,
    value,
    type: "string",
    repeat: true,
    ...common,
    read: (given) => Array.isArray(given) ? given.map(String) : [],
  };
}

/** Bounds and default of a number. */
export interface NumberOption extends Common {
  /** The least allowed value. */
  readonly min: number;
  /** The greatest allowed value. */
  readonly max?: number;
  /** What holds without the option. */
  readonly fallback?: number;
}

/** An option with a whole number. */
export function integer(summary: string, value: string, bounds: NumberOption & { fallback: number }): Option<number>;
/** An option with a whole number that may be absent. */
export function integer(summary: string, value: string, bounds: NumberOption): Option<number | undefined>;
export function integer(summary: string, value: string, bounds: NumberOption): Option<number | undefined> {
  return numeric("integer", summary, value, bounds);
}

/** An option with a number, fractions allowed. */
export function decimal(summary: string, value: string, bounds: NumberOption & { fallback: number }): Option<number>;
/** An option with a number that may be absent. */
export function decimal(summary: string, value: string, bounds: NumberOption): Option<number | undefined>;
export function decimal(summary: string, value: string, bounds: NumberOption): Option<number | undefined> {
  return numeric("number", summary, value, bounds);
}

function numeric(
  type: "integer" | "number",
  summary: string,
  value: string,
  { min, max = Infinity, fallback, ...common }: NumberOption,
): Option<number | undefined> {
  const read = (given: unknown, name: string) => {
    if (given === undefined) return fallback;
    const number = Number(given);
    if (number >= min && number <= max) return number;
    throw usage(`${name} is ${max === Infinity ? `at least ${min}` : `from ${min} to ${max}`}, not ${String(given)}`);
  };
  return { summary, value, type, ...common, ...(fallback === undefined ? {} : { fallback: String(fallback) }), read };
}
