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
import { wrap } from "./output/wrap.ts";

/** A command's name and line for a list. */
export interface Listed {
  /** The name. */
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
}

/** What a help is printed on. */
export interface Paper {
  /** How wide it is; a pipe has no end. */
  readonly columns: number;
  /** How to colour it. */
  readonly palette: Palette;
}

/** Two columns, of which the left one is never broken. */
type Rows = readonly (readonly [string, string])[];

const MARGIN = "  ";
/** Where less than this is left for the right column, it goes below the left one. */
const NARROW = 30;

const ENVIRONMENT: Rows = [
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
export function rootHelp(commands: readonly Listed[], paper: Paper): string {
  const exits = Object.values(EXITS).map(({ code, meaning }) => [String(code), meaning] as const);
  return [
    text("tonearm: SoundCloud from the command line (unofficial)", paper),
    section("Usage", ["tonearm [options] <command> [arguments]"], paper),
    table("Commands", commands.map(rowOf), paper),
    table("Options", optionRows(GLOBALS), paper),
    table("Environment", ENVIRONMENT, paper),
    table("Exit codes", [["0", "ok"], ...exits], paper),
    examples(ROOT_EXAMPLES, paper),
    text("`tonearm <command> --help` tells more about a command.", paper),
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
export function commandHelp({ path, summary, command, commands = [] }: Helped, paper: Paper): string {
  const usages = [
    ...(command ? [`${path} [options] ${command.words}`.trimEnd()] : []),
    ...(commands.length > 0 ? [`${path} <command> [options]`] : []),
  ];
  const own = command ? optionRows(command.options) : [];
  return [
    text(summary, paper),
    section("Usage", usages, paper),
    ...(command?.details ? [text(command.details, paper)] : []),
    ...(commands.length > 0 ? [table("Commands", commands.map(rowOf), paper)] : []),
    ...(own.length > 0 ? [table("Options", own, paper)] : []),
    table("Global options", optionRows(GLOBALS), paper),
    examples(command?.examples ?? groupExamples(path, commands), paper),
  ].join("\n");
}

function groupExamples(path: string, commands: readonly Listed[]): readonly Example[] {
  return commands.slice(0, 2).map(({ name, summary }) => [summary, `${path} ${name}`]);
}

function rowOf({ name, summary }: Listed): readonly [string, string] {
  return [name, summary];
}

/** A paragraph: its own line breaks are those of a pipe. */
function text(lines: string, { columns }: Paper): string {
  return columns === Infinity ? `${lines}\n` : `${wrap(lines.replaceAll("\n", " "), columns).join("\n")}\n`;
}

function section(title: string, lines: readonly string[], { palette }: Paper): string {
  return `${palette.bold(`${title}:`)}\n${lines.map((line) => `${MARGIN}${line}\n`).join("")}`;
}

function examples(all: readonly Example[], paper: Paper): string {
  const lines = all.flatMap(([purpose, line]) => {
    const words = wrap(`# ${purpose}`, paper.columns - MARGIN.length);
    return [...words.map(paper.palette.dim), `$ ${line}`];
  });
  return section("Examples", lines, paper);
}

function table(title: string, rows: Rows, paper: Paper): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + MARGIN.length;
  const room = paper.columns - MARGIN.length - width;
  const lines = rows.flatMap(([left, right]) =>
    room < NARROW ? below(left, right, paper) : beside(left, right, width, room)
  );
  return section(title, lines, paper);
}

function beside(left: string, right: string, width: number, room: number): string[] {
  return wrap(right, room).map((line, index) => `${(index === 0 ? left : "").padEnd(width)}${line}`);
}

function below(left: string, right: string, { columns }: Paper): string[] {
  const indent = MARGIN.repeat(3);
  return [left, ...wrap(right, columns - MARGIN.length - indent.length).map((line) => indent + line)];
}

function optionRows(options: Options): Rows {
  return Object.entries(options).map(([name, option]) => [label(name, option), describe(option)] as const);
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
