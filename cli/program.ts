/**
 * The program: finds the command, its options and words, and runs it.
 *
 * @module
 */

import { refuseUnknown, type Scan, scan } from "./arguments.ts";
import { COMMANDS } from "./catalog.ts";
import type { Command, Entry, Options, Values } from "./command.ts";
import { Context } from "./context.ts";
import { ClosedPipe, EXITS, explain, type Failure, usage } from "./errors.ts";
import { GLOBALS, type Globals } from "./globals.ts";
import { commandHelp, rootHelp } from "./help.ts";
import type { Host } from "./host/host.ts";
import { palette, wantsColor } from "./output/color.ts";
import { reportFailure } from "./output/report.ts";
import { nearest } from "./suggest.ts";
import { VERSION } from "./version.ts";

/** Where a command was found on the command line. */
interface Found {
  /** The entry and those above it. */
  readonly trail: readonly Entry[];
  /** Where its names stood. */
  readonly indexes: readonly number[];
}

/** Runs a command line and returns the exit code. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  try {
    return await dispatch(argv, host) ?? 0;
  } catch (error) {
    const reason = host.signal.aborted ? host.signal.reason : error;
    if (reason instanceof ClosedPipe) return 0;
    return await fail(explain(reason), argv, host);
  }
}

async function fail(failure: Failure, argv: readonly string[], host: Host): Promise<number> {
  try {
    await reportFailure(failure, argv, host);
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
  return EXITS[failure.kind].code;
}

/** `help x` is `x --help`. */
async function dispatch(argv: readonly string[], host: Host): Promise<number | void> {
  const first = scan(argv, GLOBALS);
  const [word] = first.words;
  if (word?.text === "help") return await dispatch(["--help", ...argv.toSpliced(word.index, 1)], host);
  const help = first.flags.includes("--help");
  if (first.flags.includes("--version") && !help) return await host.stdout.write(`tonearm ${VERSION}\n`);
  const found = find(first, help);
  if (help || found.trail.length === 0) return await showHelp(found, first, host);
  return await runCommand(found, argv, host);
}

/** Finds the command; a word after an unknown option may be its value. */
function find(first: Scan, help: boolean): Found {
  const trail: Entry[] = [];
  const indexes: number[] = [];
  let entries: readonly Entry[] = COMMANDS;
  for (const { text, index, doubtful } of first.words) {
    const entry = entries.find(({ name }) => name === text);
    if (entry) {
      trail.push(entry);
      indexes.push(index);
      entries = entry.commands ?? [];
    } else if (!doubtful) {
      if (trail.length === 0) throw unknownCommand(text, COMMANDS, "tonearm");
      break;
    }
    if (entries.length === 0) break;
  }
  const last = trail.at(-1);
  if (last && !last.load && !help) throw incomplete(last, trail, first, indexes);
  return { trail, indexes };
}

function incomplete(group: Entry, trail: readonly Entry[], first: Scan, indexes: readonly number[]): Failure {
  const path = pathOf(trail);
  const entries = group.commands ?? [];
  const word = first.words.find(({ index }) => index > (indexes.at(-1) ?? -1));
  if (word) return unknownCommand(word.text, entries, path);
  return usage(`${path} needs a command: ${entries.map(({ name }) => name).join(", ")}`, `See \`${path} --help\`.`);
}

function unknownCommand(word: string, entries: readonly Entry[], path: string): Failure {
  const meant = nearest(word, entries.map(({ name }) => name));
  return usage(`Unknown command ${JSON.stringify(word)}`, meant ? `Did you mean ${meant}?` : `See \`${path} --help\`.`);
}

function pathOf(trail: readonly Entry[]): string {
  return ["tonearm", ...trail.map(({ name }) => name)].join(" ");
}

async function showHelp({ trail }: Found, first: Scan, host: Host): Promise<void> {
  const paper = {
    columns: host.stdout.columns || Infinity,
    palette: palette(wantsColor(host.stdout, host.env, first.flags.includes("--no-color"))),
  };
  const entry = trail.at(-1);
  if (!entry && first.unknown.length > 0) refuseUnknown(first.unknown, GLOBALS, "tonearm");
  if (!entry) return await host.stdout.write(rootHelp(COMMANDS, paper));
  const command = await entry.load?.();
  const { name, summary, commands } = entry;
  const helped = {
    name,
    summary,
    path: pathOf(trail),
    ...(command ? { command } : {}),
    ...(commands ? { commands } : {}),
  };
  await host.stdout.write(commandHelp(helped, paper));
}

async function runCommand({ trail, indexes }: Found, argv: readonly string[], host: Host): Promise<number | void> {
  const [command, { parseOptions, checkWords }] = await Promise.all([loaded(trail), import("./parse.ts")]);
  const path = pathOf(trail);
  const options = { ...GLOBALS, ...command.options };
  const { flags, words, unknown } = scan(argv, options);
  refuseUnknown(unknown, options, path);
  const values: Globals & Values<typeof command.options> = await parseOptions(flags, options);
  const own = words.filter(({ index }) => !indexes.includes(index)).map(({ text }) => text);
  checkWords(own, command.words, path);
  await checkFields(values, command);
  return await perform(command, new Context(host, values), values, own);
}

async function perform(
  command: Command,
  context: Context,
  values: Values<Options>,
  words: readonly string[],
): Promise<number | void> {
  try {
    return await command.run(context, values, words);
  } finally {
    await context.close();
  }
}

async function checkFields({ json }: Globals, { fields }: Command): Promise<void> {
  if (typeof json === "boolean" || !fields) return;
  (await import("./output/json.ts")).checkFields(json, fields);
}

async function loaded(trail: readonly Entry[]): Promise<Command> {
  const command = await trail.at(-1)?.load?.();
  if (!command) throw new TypeError("the command is a mere group");
  return command;
}
