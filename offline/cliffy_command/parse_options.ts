// Separates the options of a command line from its arguments with the parser of `node:util`.
import { parseArgs } from "node:util";
import type { ArgumentValue, Option } from "./definitions.ts";
import { unknownOption, ValidationError } from "./errors.ts";

/** The state of a command line's parser. */
export interface ParseContext {
  /** The unparsed words; after the options, the arguments. */
  unknown: string[];
  /** The arguments. */
  args?: unknown[];
  /** The arguments after `--`. */
  literal: string[];
  /** The values of the options by name in camel case. */
  readonly flags: Record<string, unknown>;
  /** The options with their default value. */
  readonly defaults: Record<string, boolean>;
  /** The options as written. */
  readonly parsedFlags: string[];
  /** The option that replaces the command's own action. */
  standalone?: object | undefined;
  /** The actions of options. */
  readonly actions: (() => unknown)[];
}

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];

/** Parses the options into the context; the rest are arguments. Stops at the first argument if requested. */
export function parseOptions(
  context: ParseContext,
  options: readonly Option[],
  read: (value: ArgumentValue) => unknown,
  stopEarly: boolean,
): void {
  const given = new Map<string, unknown>();
  const [line, rest] = stopEarly ? untilWord(context.unknown, options) : [context.unknown, []];
  const words: string[] = [];
  for (const token of tokensOf(line, options)) {
    if (token.kind === "positional") (isLiteral(line, token) ? context.literal : words).push(token.value);
    if (token.kind === "option") takeOption(context, given, options, token, read);
  }
  context.unknown = [...words, ...rest];
  Object.assign(context.flags, Object.fromEntries(given));
  if (context.standalone && given.size > 1) {
    throw new ValidationError(
      `Option "${flagOfStandalone(context.standalone)}" cannot be combined with other options.`,
    );
  }
  refuseConflicts(options, given);
  for (const option of options) setDefault(context, option);
}

function flagOfStandalone(option: object): string {
  return "name" in option ? `--${option.name}` : "";
}

function tokensOf(line: readonly string[], options: readonly Option[]): readonly Token[] {
  const known: [string, { type: "string" | "boolean"; short?: string; multiple: true }][] = options.map(
    ({ name, aliases = [], args: [value], equalsSign }) => {
      const short = aliases.find((alias) => alias.length === 1);
      const type = value && !(equalsSign && value.optional) ? "string" : "boolean";
      return [name, { type, ...(short ? { short } : {}), multiple: true }];
    },
  );
  const parsed = parseArgs({
    args: [...line],
    options: Object.fromEntries(known),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  return parsed.tokens;
}

function isLiteral(line: readonly string[], { index }: Token): boolean {
  const end = line.indexOf("--");
  return end >= 0 && index > end;
}

/** Returns the options before the first argument, and the rest. */
function untilWord(line: readonly string[], options: readonly Option[]): readonly [string[], string[]] {
  const tokens = tokensOf(line, options);
  const isKnown = (token: Token) => token.kind === "option" && options.some((one) => isNamed(one, token.name));
  const end = tokens.find((token) => !isKnown(token))?.index ?? line.length;
  return [line.slice(0, end), line.slice(end)];
}

function isNamed({ name, aliases = [] }: Option, given: string): boolean {
  return name === given || aliases.includes(given);
}

function takeOption(
  context: ParseContext,
  given: Map<string, unknown>,
  options: readonly Option[],
  token: Extract<Token, { kind: "option" }>,
  read: (value: ArgumentValue) => unknown,
): void {
  const option = options.find((one) => isNamed(one, token.name));
  if (!option) throw unknownOption(token.rawName, options);
  const key = keyOf(option);
  if (given.has(key) && !option.collect) {
    throw new ValidationError(`Option "${token.rawName}" can only occur once, but was found several times.`);
  }
  context.parsedFlags.push(token.value === "" && token.inlineValue ? `${token.rawName}=` : token.rawName);
  if (option.action) {
    context.actions.push(option.action);
    context.standalone = option;
  }
  const value = valueOf(option, token, read);
  if (value === undefined) return;
  given.set(key, option.collect ? [...(given.get(key) as unknown[] | undefined ?? []), value] : value);
}

function valueOf(
  { name, args: [argument] }: Option,
  { value }: Extract<Token, { kind: "option" }>,
  read: (value: ArgumentValue) => unknown,
): unknown {
  if (!argument) {
    if (value === undefined) return !name.startsWith("no-");
    throw new ValidationError(`Option "--${name}" doesn't take a value, but got "${value}".`);
  }
  if (value === undefined && argument.optional) return true;
  if (value === undefined) throw new ValidationError(`Missing value for option "--${name}".`);
  return value === "" ? undefined : read({ label: "Option", name: `--${name}`, type: argument.type, value });
}

function refuseConflicts(options: readonly Option[], given: ReadonlyMap<string, unknown>): void {
  for (const option of options) {
    if (!given.has(keyOf(option))) continue;
    for (const name of option.conflicts ?? []) {
      if (!given.has(camelCase(name))) continue;
      throw new ValidationError(`Option "--${option.name}" conflicts with option "--${name}".`);
    }
  }
}

function setDefault({ flags, defaults }: ParseContext, option: Option): void {
  const fallback = option.name.startsWith("no-") ? true : option.default;
  if (fallback === undefined || flags[keyOf(option)] !== undefined) return;
  flags[keyOf(option)] = fallback;
  defaults[option.name] = true;
}

function keyOf({ name }: Option): string {
  return camelCase(name.replace(/^no-/, ""));
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
