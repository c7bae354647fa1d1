// A Cliffy command that fixes these behaviours of Cliffy 1.2:
// - an unknown option after a string argument becomes an argument, and the arguments after `--` are lost: options are
//   parsed without arguments, and the remaining words are the arguments;
// - flags and a value in one word (`-an5`, `-XDELETE`) are misread;
// - an option with an empty value (`--description=`) is dropped, and so is an optional value that is the name of an
//   option (`--json=profile`);
// - `--help` fails beside other options, and doesn't load lazy commands;
// - environment variables are read from the process, but tests have their own environment.
import { type Argument, Command, type Option, ValidationError } from "@cliffy/command";
import type { Context } from "./context.ts";
import { ClosedPipe, EXITS, explain, Failure } from "./errors.ts";
import type { GlobalValues } from "./globals.ts";
import type { Host } from "./host/host.ts";
import { CHOOSABLE, Missing } from "./missing.ts";
import type { NamedColumn, ViewValues } from "./output/view.ts";
import type { GlobalTypes } from "./types.ts";

// deno-lint-ignore no-explicit-any -- the type of Cliffy's builder grows with every option
export type AnyCommand = Command<any>;

export interface Invocation {
  readonly host: Host;
  exitCode: number;
  /** The user's values of options. Default: none. */
  readonly defaults?: Readonly<Record<string, string>>;
}

export interface About {
  /** The fields that `--json=…` may select. Default: the fields of the result. */
  readonly fields?: readonly string[];
  /** The fields that `--csv=…` may select. Default: `fields`. */
  readonly rows?: readonly string[];
  /** The exit code of wrong usage, for a command whose own results include the usual one. Default: 2. */
  readonly usageExit?: number;
  /** Whether it writes to SoundCloud: it then has `--dry-run`. */
  readonly writes?: boolean;
  /** The columns for `--columns` and `--sort`, for each kind of resource in the list. */
  readonly columns?: readonly (readonly NamedColumn[])[];
}

interface Parsing {
  unknown: string[];
  args?: unknown[];
  literal: string[];
  readonly flags: Record<string, unknown>;
  readonly parsedFlags: readonly string[];
  readonly defaults: Readonly<Record<string, boolean>>;
  standalone?: object;
  readonly actions: ((...given: never[]) => unknown)[];
}

const HELP = ["-h", "--help"];

// deno-lint-ignore no-explicit-any -- whatever its options and arguments
export class ProgramCommand extends Command<any> {
  readonly about: About;
  /** The run, stored in the root command. */
  invocation?: Invocation;

  constructor(about: About = {}) {
    super();
    this.about = about;
  }

  protected override parseOptions(
    ctx: Parsing,
    options: Option[],
    settings: { readonly stopEarly?: boolean } = {},
  ): void {
    const words = beforeDashes(ctx.unknown);
    if (words.some((word) => HELP.includes(word))) return this.#answerWithHelp(ctx, words);
    refuseClusters(words, options);
    if (!settings.stopEarly) this.#addDefaults(ctx, words, options);
    super.parseOptions(ctx as never, options, settings.stopEarly ? settings : { ...settings, args: [] });
    for (const option of options) this.#keepText(ctx, option);
    if (!settings.stopEarly && !ctx.standalone && this.hasArguments()) this.#takeArguments(ctx);
  }

  protected override findEnvVar(names: readonly string[]): Promise<{ name: string; value: string } | undefined> {
    const { env = {} } = invocationOf(this)?.host ?? {};
    const name = names.find((one) => env[one]);
    return Promise.resolve(name === undefined ? undefined : { name, value: env[name] ?? "" });
  }

  /** Adds the user's values of options that the command line doesn't have, as if they were written there. */
  #addDefaults(ctx: Parsing, words: readonly string[], options: readonly Option[]): void {
    const { defaults = {} } = invocationOf(this) ?? {};
    const path = this.getPath().split(" ").slice(1);
    const given = [...words, ...ctx.parsedFlags].map((word) => word.replace(/=.*/s, ""));
    const isGiven = ({ name, flags }: Option) =>
      flags.some((flag) => given.some((word) => word === flag || isCluster(word, flag))) ||
      given.includes(`--no-${name}`) || given.includes(`--${name}`);
    const added = options.flatMap((option) => {
      const flag = option.flags.find((one) => one.startsWith("--")) ?? "";
      const value = defaults[[...path, flag.slice(2)].join(".")] ?? defaults[flag.slice(2)];
      const bars = (one: Option, other: Option) => one.conflicts?.includes(other.name);
      const isBarred = options.some((other) => isGiven(other) && (bars(option, other) || bars(other, option)));
      if (value === undefined || isGiven(option) || isBarred || !this.#hasColumns(option, value)) return [];
      return [option.args[0] ? `${flag}=${value}` : flag];
    });
    ctx.unknown.splice(words.length, 0, ...added);
  }

  /** Whether the list has the columns that a default names: it may name those of other lists. */
  #hasColumns({ args: [value] }: Option, text: string): boolean {
    if (!this.about.columns || !/^columns?$/.test(value?.type ?? "")) return true;
    const titles = this.about.columns.flat().map(({ title }) => title.toLowerCase());
    return text.toLowerCase().split(",").every((name) => titles.includes(name));
  }

  #answerWithHelp(ctx: Parsing, words: readonly string[]): void {
    ctx.actions.push(() => showHelp(this, words));
    ctx.standalone = this.getOption("help") ?? {};
    ctx.unknown = [];
  }

  /** The text after an equals sign is the value, even if it is empty or the name of an option. */
  #keepText({ flags, parsedFlags, defaults }: Parsing, { name, flags: forms, args: [value], collect }: Option): void {
    const key = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const written = parsedFlags.find((flag) => forms.includes(flag.replace(/=.*/s, "")));
    if (!value || written === undefined) return;
    const isDropped = flags[key] === undefined || defaults[name] || flags[key] === true && written.includes("=");
    if (!isDropped || value.optional && !written.includes("=")) return;
    const text = written.includes("=") ? written.slice(written.indexOf("=") + 1) : "";
    const kept = this.parseType({ label: "Option", name: `--${name}`, type: value.type, value: text });
    flags[key] = collect ? [kept] : kept;
  }

  /** Marks an argument as missing. At a terminal, the user chooses it; elsewhere, it is a usage failure. */
  #toChoose({ flags }: Parsing, argument: Argument, written: string | undefined): Missing {
    const kind = CHOOSABLE.find((one) => one === argument.action);
    const host = invocationOf(this)?.host;
    const canAsk = host?.stdin.isTTY && host.stderr.isTTY && flags["input"] !== false;
    if (written !== undefined || !kind || !canAsk) throw missing(argument);
    return new Missing(kind, argument.variadic === true, missing(argument).message);
  }

  #takeArguments(ctx: Parsing): void {
    const words = [...ctx.unknown, ...ctx.literal];
    ctx.unknown = [];
    ctx.args = this.getArguments().flatMap((argument) => {
      const taken = words.splice(0, argument.variadic ? words.length : 1);
      const [first] = taken;
      if ((first === undefined || first === "") && !argument.optional && taken.length < 2) {
        return [this.#toChoose(ctx, argument, first)];
      }
      return taken.map((value) =>
        this.parseType({ label: "Argument", name: argument.name, type: argument.type, value })
      );
    });
    if (words.length > 0) throw new ValidationError(`Too many arguments: ${words.join(" ")}`);
  }
}

function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end < 0 ? words : words.slice(0, end);
}

function isCluster(word: string, flag: string): boolean {
  return /^-[A-Za-z]$/.test(flag) && /^-[A-Za-z]/.test(word) && word.includes(flag.slice(1));
}

/** Rejects `-XDELETE` and `-an5`, which other programs accept, but which Cliffy reads differently. */
function refuseClusters(words: readonly string[], options: readonly Option[]): void {
  for (const word of words) {
    const [, letters = "", rest = ""] = /^-([A-Za-z]+)([^=]*)/.exec(word) ?? [];
    const [first, ...others] = [...letters].map((letter) => options.find(({ flags }) => flags.includes(`-${letter}`)));
    const isAttached = first?.args[0] && others.length > 0 && !/\d$/.test(word);
    const isMixed = others.length > 0 && rest !== "" && others.some((option) => option?.args[0]);
    if (!isAttached && !isMixed) continue;
    throw new ValidationError(`Put a space between a short option and its value: -n 5 instead of ${word}.`);
  }
}

function missing({ name, variadic }: Argument): ValidationError {
  return new ValidationError(`Missing argument: ${name}${variadic ? "..." : ""}`);
}

function invocationOf(command: AnyCommand): Invocation | undefined {
  const root: AnyCommand = command.getMainCommand();
  return root instanceof ProgramCommand ? root.invocation : undefined;
}

/** What a command says of itself; nothing for one that Cliffy has made. */
export function aboutOf(command: AnyCommand | undefined): About {
  return command instanceof ProgramCommand ? command.about : {};
}

export async function commandAt(root: AnyCommand, path: readonly string[]): Promise<AnyCommand | undefined> {
  let command: AnyCommand | undefined = root;
  for (const word of path) command = await command?.loadBaseCommand(word, true);
  return command;
}

export async function showHelp(command: AnyCommand, words: readonly string[]): Promise<void> {
  const [name, ...others] = words.filter((word) => !word.startsWith("-"));
  const below: AnyCommand | undefined = name === undefined ? undefined : await command.loadBaseCommand(name, true);
  if (below) return await showHelp(below, others);
  await command.loadBaseCommands();
  await invocationOf(command)?.host.stdout.write(command.getHelp());
}

export function command(about: About = {}): Command<GlobalValues, GlobalTypes, Record<never, never>> {
  const untyped: AnyCommand = new ProgramCommand(about);
  if (about.writes) untyped.option("--dry-run", "Show the requests that would be sent, and send none");
  return untyped;
}

/** Gives a usage failure the exit code of its command, and its help as the next step where there is no better one. */
export function ofCommand(error: unknown, command: AnyCommand | undefined): unknown {
  const failure = error instanceof ClosedPipe ? error : explain(error);
  if (!(failure instanceof Failure) || failure.kind !== "usage") return error;
  const { usageExit: exit = EXITS.usage.code } = aboutOf(command);
  const { code, message, cause } = failure;
  const hint = failure.hint === EXITS.usage.next ? `See \`${command?.getPath() ?? "tonearm"} --help\`.` : failure.hint;
  return new Failure("usage", message, { code, hint, cause, exit });
}

type CheckedValues = GlobalValues & Omit<ViewValues, "csv"> & { readonly csv?: unknown };

/** Converts a function to a Cliffy action. The function gets a context and returns the exit code. */
export function act<Options extends CheckedValues, Words extends unknown[]>(
  work: (context: Context, options: Options, ...words: Words) => Promise<number | void>,
): (this: AnyCommand, options: Options, ...words: Words) => Promise<void> {
  return async function (options, ...words) {
    const invocation = invocationOf(this);
    if (!invocation) throw new TypeError("Cannot run the command outside the program");
    try {
      await checkOutput(aboutOf(this), options);
      const { Context } = await import("./context.ts");
      const context = new Context(
        invocation.host,
        { ...options, hasKnownFields: aboutOf(this).fields !== undefined },
        async (made) => await (await import("./connection.ts")).connect(made),
      );
      try {
        const all = words.some((word) => word instanceof Missing)
          ? await (await import("./choose_missing.ts")).chooseMissing(context, words) as Words
          : words;
        const run = () => work(context, options, ...all);
        const code = options.dryRun
          ? await (await import("./output/dry_run.ts")).showWrites(context, run)
          : await run() ?? 0;
        invocation.exitCode = code || (context.hasUnsavedLogin ? EXITS.unsaved.code : 0);
      } finally {
        await context.close();
      }
    } catch (error) {
      throw ofCommand(error, this);
    }
  };
}

async function checkOutput(about: About, options: CheckedValues): Promise<void> {
  const { json, jq, template, csv, dryRun } = options;
  if (about.fields && json !== undefined && json !== true) {
    const fields = dryRun ? (await import("./output/dry_run.ts")).REQUEST_FIELDS : about.fields;
    (await import("./output/json.ts")).checkFields(json, fields);
  }
  const rows = dryRun ? (await import("./output/dry_run.ts")).REQUEST_FIELDS : about.rows ?? about.fields;
  if (rows && Array.isArray(csv)) (await import("./output/json.ts")).checkFields(csv, rows);
  if (about.columns) (await import("./output/view.ts")).checkView(options, about.columns.flat());
  if (jq !== undefined || template !== undefined) await (await import("./format/format.ts")).checkFormat(options);
}
