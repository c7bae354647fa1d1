/**
 * Gives a command's options to the parser and types what it makes of them.
 *
 * @module
 */

import { Command as Parser, ValidationError } from "@cliffy/command";
import { spelled } from "./arguments.ts";
import type { Option, Options, Values } from "./command.ts";
import { usage } from "./errors.ts";

/** Parses options that `scan()` has sorted out; a wrong value is a usage failure. */
export async function parseOptions<O extends Options>(flags: readonly string[], options: O): Promise<Values<O>> {
  const parsed = await parse(flags, options);
  const values = Object.entries(options).map(([name, option]) => {
    const key = option.negative ? lowerFirst(name.slice("no".length)) : name;
    return [name, option.read(parsed[key], spelled(name))];
  });
  return Object.fromEntries(values) as Values<O>;
}

/** Stands before every text: Cliffy drops an empty one, and takes one that is an option's name for that option. */
const MARK = "=";

async function parse(flags: readonly string[], options: Options): Promise<Record<string, unknown>> {
  // deno-lint-ignore no-explicit-any -- the type of Cliffy's builder grows with every option
  const parser: Parser<any> = new Parser().throwErrors().helpOption(false);
  const texts = new Set<string>();
  for (const [name, option] of Object.entries(options)) {
    if (isText(option)) texts.add(spelled(name));
    parser.option(syntax(name, option), option.summary, option.repeat ? { collect: true } : {});
  }
  const marked = flags.map((flag) => texts.has(flag.replace(/=.*/s, "")) ? flag.replace("=", `=${MARK}`) : flag);
  try {
    const parsed = (await parser.parse(marked)).options as Record<string, unknown>;
    return Object.fromEntries(Object.entries(parsed).map(([key, value]) => [key, unmarked(value)]));
  } catch (error) {
    if (error instanceof ValidationError) throw usage(error.message);
    throw error;
  }
}

function isText({ value, type = "string" }: Option<unknown>): boolean {
  return value !== undefined && type === "string";
}

function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  return typeof value === "string" ? value.slice(MARK.length) : value;
}

/** The help shows the placeholder; to the parser it's any, since some of its characters mean something to it. */
function syntax(name: string, option: Option<unknown>): string {
  if (option.value === undefined) return spelled(name);
  const value = `value:${option.type ?? "string"}`;
  return `${spelled(name)} ${option.optional ? `[${value}]` : `<${value}>`}`;
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Checks the words of a command against its pattern: `<id> [more...]`. */
export function checkWords(words: readonly string[], pattern: string, command: string): void {
  const slots = pattern.split(" ").filter((slot) => slot !== "");
  const required = slots.filter((slot) => slot.startsWith("<"));
  const missing = required[words.length];
  if (missing !== undefined) throw usage(`Missing ${missing}`, `Usage: ${command} ${pattern}`);
  const extra = slots.at(-1)?.includes("...") ? undefined : words[slots.length];
  if (extra !== undefined) throw usage(`Unexpected ${JSON.stringify(extra)}`, `Usage: ${command} ${pattern}`.trimEnd());
}
