import type { Argument, Command, Option } from "@cliffy/command";
import type { Host } from "../host/host.ts";
import { bold, dim, joined, render, type Styled, wantsColor } from "./style.ts";
import { wrap } from "./wrap.ts";

// deno-lint-ignore no-explicit-any -- whatever its options and arguments
type AnyCommand = Command<any>;

/** Two columns; the left one is never wrapped. */
export type Rows = readonly (readonly [string, string])[];

const MARGIN = "  ";
/** The minimum width of the right column; below it, the right column goes under the left one. */
const NARROW = 30;

export function layout(command: AnyCommand, host: Host, groups: Rows): string {
  const colored = wantsColor(host.stdout, host.env, command.getMainCommand().getRawArgs().includes("--no-color"));
  const columns = host.stdout.columns || Infinity;
  const help = command.getParent() ? commandHelp(command, columns) : rootHelp(command, groups, columns);
  return render(help, { isTTY: host.stdout.isTTY, colored });
}

function rootHelp(command: AnyCommand, groups: Rows, columns: number): Styled {
  return joined([
    text(`tonearm: ${command.getDescription()}`, columns),
    section("Usage", ["tonearm <command> [options]"]),
    table("Commands", groups, columns),
    text(
      "`tonearm <command> --help` describes a command, `tonearm help <topic>` a topic: commands, environment,\n" +
        "exit-codes or formatting. Try it without an account: tonearm --sandbox search lofi",
      columns,
    ),
  ], "\n");
}

export function commandHelp(command: AnyCommand, columns: number): Styled {
  const [summary = "", ...details] = command.getDescription().split("\n\n");
  const commands = command.getBaseCommands();
  const own = command.getBaseOptions();
  const examples = command.getExamples().map(({ name, description }) => [name, description] as const);
  return joined([
    text(summary, columns),
    section("Usage", usagesOf(command)),
    ...details.map((paragraph) => text(paragraph, columns)),
    ...(commands.length > 0 ? [table("Commands", commands.map(rowOf), columns)] : []),
    ...(own.length > 0 ? [table("Options", optionRows(command, own), columns)] : []),
    table("Global options", optionRows(command, command.getGlobalOptions()), columns),
    ...(examples.length > 0 ? [section("Examples", exampleLines(examples, columns))] : []),
  ], "\n");
}

export function usagesOf(command: AnyCommand): readonly string[] {
  const path = command.getPath();
  const words = command.getArguments().map(spelledArgument).join(" ");
  return [
    ...(isGroup(command) ? [] : [`${path} [options] ${words}`.trimEnd()]),
    ...(command.getBaseCommands().length > 0 ? [`${path} <command> [options]`] : []),
  ];
}

/** Returns whether a command only groups others; such a command needs no examples and takes no arguments. */
function isGroup(command: AnyCommand): boolean {
  return command.getBaseCommands().length > 0 && command.getExamples().length === 0;
}

export function rowOf(command: AnyCommand): readonly [string, string] {
  return [command.getName(), command.getShortDescription()];
}

function spelledArgument({ name, optional, variadic }: Argument): string {
  const inner = `${name}${variadic ? "..." : ""}`;
  return optional ? `[${inner}]` : `<${inner}>`;
}

/** Formats a paragraph; in a pipe, which has infinite columns, its line breaks are kept. */
export function text(lines: string, columns: number): string {
  return columns === Infinity ? `${lines}\n` : `${wrap(lines.replaceAll("\n", " "), columns).join("\n")}\n`;
}

export function section(title: string, lines: readonly Styled[]): Styled {
  return [bold(`${title}:`), "\n", ...lines.map((line) => [MARGIN, line, "\n"])];
}

function exampleLines(all: Rows, columns: number): Styled[] {
  return all.flatMap(([purpose, line]) => {
    const words = wrap(`# ${purpose}`, columns - MARGIN.length);
    return [...words.map(dim), `$ ${line}`];
  });
}

export function table(title: string, rows: Rows, columns: number): Styled {
  const width = Math.max(...rows.map(([left]) => left.length)) + MARGIN.length;
  const room = columns - MARGIN.length - width;
  const lines = rows.flatMap(([left, right]) =>
    room < NARROW ? below(left, right, columns) : beside(left, right, width, room)
  );
  return section(title, lines);
}

function beside(left: string, right: string, width: number, room: number): string[] {
  return wrap(right, room).map((line, index) => `${(index === 0 ? left : "").padEnd(width)}${line}`);
}

function below(left: string, right: string, columns: number): string[] {
  const indent = MARGIN.repeat(3);
  return [left, ...wrap(right, columns - MARGIN.length - indent.length).map((line) => indent + line)];
}

export function optionRows(command: AnyCommand, options: readonly Option[]): Rows {
  return options.map((option) => [label(option), describe(command, option)] as const);
}

function label({ flags, args: [value], equalsSign }: Option): string {
  const long = flags.find((flag) => flag.startsWith("--")) ?? "";
  const short = flags.find((flag) => !flag.startsWith("--"));
  const head = `${short ? `${short}, ` : "    "}${long}`;
  if (!value) return head;
  return value.optional ? `${head}[${equalsSign ? "=" : ""}${value.name}]` : `${head} <${value.name}>`;
}

function describe(command: AnyCommand, option: Option): string {
  const { args: [value], collect, default: fallback } = option;
  // The descriptions of Cliffy's own options end with a full stop.
  const description = option.description.replace(/\.$/, "");
  const handler = value && command.getType(value.type)?.handler;
  const choices = handler && "values" in handler ? handler.values?.(command) : undefined;
  const facts = [
    ...(choices ? [choices.join(", ")] : []),
    ...(collect ? ["repeatable"] : []),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  return facts.length > 0 ? `${description} (${facts.join("; ")})` : description;
}
