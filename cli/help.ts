/**
 * Help texts, made from the commands themselves: the same with every parser.
 *
 * @module
 */

import { spelled } from "./arguments.ts";
import type { Command, Example, Option, Options } from "./command.ts";
import { EXITS } from "./errors.ts";
import { GLOBALS } from "./globals.ts";
import type { Palette } from "./output/color.ts";

/** A command's name and line for a list. */
export interface Listed {
  /** The name. */
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
}

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["TONEARM_TOKEN", "an access token to use as it is"],
  ["TONEARM_CLIENT_ID", "the id of an application"],
  ["TONEARM_CLIENT_SECRET", "its secret"],
  ["TONEARM_PROFILE", "the profile to use"],
  ["TONEARM_API_URL", "another address of the API"],
  ["TONEARM_AUTH_URL", "another address of the OAuth host"],
  ["TONEARM_CONFIG_DIR", "where profiles are kept (default: tonearm in XDG_CONFIG_HOME)"],
  ["TONEARM_DATA_DIR", "where the sandbox is kept (default: tonearm in XDG_DATA_HOME)"],
  ["TONEARM_SANDBOX", "1 to use the built-in sandbox"],
  ["NO_COLOR, FORCE_COLOR", "never, always colours"],
];

const ROOT_EXAMPLES: readonly Example[] = [
  ["Try it without an account", "tonearm --sandbox search lofi"],
  ["The titles of a search, for a program", "tonearm search lofi --limit 50 --json=id,title"],
];

/** The help of the program. */
export function rootHelp(commands: readonly Listed[], palette: Palette): string {
  const exits = Object.values(EXITS).map(({ code, meaning }) => [String(code), meaning] as const);
  return [
    "tonearm: SoundCloud from the command line (unofficial)\n",
    section("Usage", ["tonearm [options] <command> [arguments]"], palette),
    section("Commands", pairs(commands.map(({ name, summary }) => [name, summary])), palette),
    section("Options", optionLines(GLOBALS), palette),
    section("Environment", pairs(ENVIRONMENT), palette),
    section("Exit codes", pairs([["0", "ok"], ...exits]), palette),
    examples(ROOT_EXAMPLES, palette),
    "`tonearm <command> --help` tells more about a command.\n",
  ].join("\n");
}

/** What the help of one command is made of. */
export interface Helped extends Listed {
  /** The name with everything before it: `tonearm playlist add`. */
  readonly path: string;
  /** The command itself; a mere group has none. */
  readonly command?: Command;
  /** The commands below it. */
  readonly commands?: readonly Listed[];
}

/** The help of one command. */
export function commandHelp({ path, summary, command, commands = [] }: Helped, palette: Palette): string {
  const usages = [
    ...(command ? [`${path} [options] ${command.words}`.trimEnd()] : []),
    ...(commands.length > 0 ? [`${path} <command> [options]`] : []),
  ];
  const own = command ? optionLines(command.options) : [];
  return [
    `${summary}\n`,
    section("Usage", usages, palette),
    ...(command?.details ? [`${command.details}\n`] : []),
    ...(commands.length > 0
      ? [section("Commands", pairs(commands.map((one) => [one.name, one.summary])), palette)]
      : []),
    ...(own.length > 0 ? [section("Options", own, palette)] : []),
    section("Global options", optionLines(GLOBALS), palette),
    examples(command?.examples ?? groupExamples(path, commands), palette),
  ].join("\n");
}

function groupExamples(path: string, commands: readonly Listed[]): readonly Example[] {
  return commands.slice(0, 2).map(({ name, summary }) => [summary, `${path} ${name}`]);
}

function section(title: string, lines: readonly string[], palette: Palette): string {
  return `${palette.bold(`${title}:`)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function examples(all: readonly Example[], palette: Palette): string {
  return section("Examples", all.flatMap(([purpose, line]) => [palette.dim(`# ${purpose}`), `$ ${line}`]), palette);
}

function pairs(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}

function optionLines(options: Options): string[] {
  return pairs(Object.entries(options).map(([name, option]) => [label(name, option), describe(option)]));
}

function label(name: string, option: Option<unknown>): string {
  const short = option.short ? `-${option.short}, ` : "    ";
  if (option.value === undefined) return `${short}${spelled(name)}`;
  return `${short}${spelled(name)}${option.optional ? `[=${option.value}]` : ` <${option.value}>`}`;
}

function describe({ summary, choices, fallback, env, repeat }: Option<unknown>): string {
  const facts = [
    ...(choices ? [choices.join(", ")] : []),
    ...(repeat ? ["repeatable"] : []),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ...(env ? [`env: ${env}`] : []),
  ];
  return facts.length > 0 ? `${summary} (${facts.join("; ")})` : summary;
}
