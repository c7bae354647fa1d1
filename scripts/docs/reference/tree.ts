/** The commands of `tonearm` as facts, read from the commands that the program runs. */
import { rootCommand } from "../../../cli/program.ts";
import { type AnyCommand, ProgramCommand } from "../../../cli/command.ts";
import type { Host, Output } from "../../../cli/host/host.ts";
import { optionRows, type Rows, usagesOf } from "../../../cli/output/help.ts";

/** Facts about a command. */
export interface CommandFacts {
  /** Its full name: `tonearm playlist add`. */
  readonly path: string;
  /** The name of its page: `tonearm-playlist-add`. */
  readonly page: string;
  /** One line. */
  readonly summary: string;
  /** Paragraphs; indented lines are kept. */
  readonly details: readonly string[];
  /** Its usage lines. */
  readonly usages: readonly string[];
  /** Its subordinate commands. */
  readonly commands: readonly CommandFacts[];
  /** Its own options with descriptions. */
  readonly options: Rows;
  /** Options of every command, listed with the root. */
  readonly globalOptions: Rows;
  /** Examples: a description and the command line. */
  readonly examples: Rows;
  /** The fields that `--json=` may select; empty if the result determines them. */
  readonly fields: readonly string[];
}

/** Cliffy adds these when it parses a command line. */
const ADDED: Rows = [["-h, --help", "Show the help of the command"], ["-V, --version", "Show the version"]];
const NOWHERE: Output = { isTTY: false, columns: undefined, write: () => Promise.resolve() };
const NOBODY: Host = {
  stdout: NOWHERE,
  stderr: NOWHERE,
  stdin: { isTTY: false, async *[Symbol.asyncIterator]() {} },
  env: {},
  fetch: () => Promise.reject(new TypeError("a description needs no network")),
  signal: new AbortController().signal,
  now: () => 0,
  executable: () => Promise.resolve(""),
  endsItself: () => {},
};

/** Returns the root command with all commands below it, except hidden ones. */
export async function commandTree(): Promise<CommandFacts> {
  return await factsOf(rootCommand({ host: NOBODY, exitCode: 0 }));
}

/** A command and all below it, in the order of the help. */
export function flatten(command: CommandFacts): readonly CommandFacts[] {
  return [command, ...command.commands.flatMap(flatten)];
}

async function factsOf(command: AnyCommand): Promise<CommandFacts> {
  await command.loadBaseCommands();
  const [summary = "", ...details] = command.getDescription().split("\n\n");
  const commands = [];
  for (const below of command.getBaseCommands()) commands.push(await factsOf(below));
  const path = command.getPath();
  const isRoot = !command.getParent();
  return {
    path,
    page: path.replaceAll(" ", "-"),
    summary,
    details,
    usages: isRoot ? [`${path} <command> [options]`] : usagesOf(command),
    commands,
    options: isRoot ? [] : optionRows(command, command.getBaseOptions()),
    globalOptions: isRoot ? [...ADDED, ...optionRows(command, command.getBaseOptions().filter(isOwn))] : [],
    examples: command.getExamples().map(({ name, description }) => [name, description] as const),
    fields: command instanceof ProgramCommand ? command.about.fields ?? [] : [],
  };
}

function isOwn({ name }: { readonly name: string }): boolean {
  return !["help", "version"].includes(name);
}
