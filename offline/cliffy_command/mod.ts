/**
 * Stands in for `@cliffy/command`, over `npm:commander`: a command's options, and their parsing to typed values.
 *
 * @module
 */
import { Command as Commander, CommanderError, Option } from "commander";

/** What a wrong command line is answered with. */
export class ValidationError extends Error {
  /** The exit code for it. */
  readonly exitCode = 2;
}

/** How an option behaves. */
export interface OptionOptions {
  /** Gather the values of an option that is given several times. */
  collect?: boolean;
}

/** What `parse()` found. */
export interface CommandResult {
  /** The options by name in camel case. */
  options: Record<string, unknown>;
}

const readers: Record<string, (value: string) => unknown> = {
  string: (value) => value,
  number: (value) => value !== "" && Number.isFinite(Number(value)) ? Number(value) : undefined,
  integer: (value) => value !== "" && Number.isInteger(Number(value)) ? Number(value) : undefined,
};

/** A command, built option by option. */
export class Command<_Globals = void> {
  #commander = new Commander().helpOption(false).exitOverride().configureOutput({ writeErr: () => {} });
  #names = new Set<string>();
  #hasHelp = true;

  /** Rejects on errors, as this stand-in always does, rather than print them and end the process. */
  throwErrors(): this {
    return this;
  }

  /** Leaves out the option `--help`, which there is otherwise. */
  helpOption(_enable: false): this {
    this.#hasHelp = false;
    return this;
  }

  /** Adds an option: `-l, --limit <count:integer>`, `--json [fields:string]`, `--quiet`, `--no-color`. */
  option(flags: string, description: string, { collect = false }: OptionOptions = {}): this {
    const option = new Option(flags.replace(/:\w+(?=[\]>])/, ""), description);
    const name = option.long ?? flags;
    if (this.#names.has(name)) throw new Error(`An option with name '${name}' is already registered.`);
    this.#names.add(name);
    const read = readers[flags.match(/:(\w+)[\]>]/)?.[1] ?? "string"];
    if (!read) throw new Error(`Unknown type in "${flags}".`);
    if (option.required || option.optional) {
      option.argParser((value, previous) => readValue(name, value, read, collect ? previous ?? [] : undefined));
    }
    this.#commander.addOption(option);
    if (!collect) this.#allowOnce(option, name);
    return this;
  }

  /** Parses a command line. A wrong one is a {@linkcode ValidationError}. */
  // deno-lint-ignore require-await -- errors are rejections, as with the real package
  async parse(args: string[]): Promise<CommandResult> {
    if (this.#hasHelp) this.option("-h, --help", "Show this help.");
    try {
      this.#commander.parse(args, { from: "user" });
    } catch (error) {
      throw error instanceof CommanderError ? new ValidationError(complaint(error), { cause: error }) : error;
    }
    return { options: this.#commander.opts() };
  }

  #allowOnce(option: Option, name: string): void {
    let count = 0;
    this.#commander.on(`option:${option.name()}`, () => {
      if (++count > 1) throw new ValidationError(`Option "${name}" can only occur once, but was found several times.`);
    });
  }
}

function readValue(name: string, text: string, read: (value: string) => unknown, gathered?: unknown): unknown {
  const value = read(text);
  const type = read === readers.integer ? "integer" : "number";
  if (value === undefined) throw new ValidationError(`Option "${name}" must be of type "${type}", but got "${text}".`);
  return Array.isArray(gathered) ? [...gathered, value] : value;
}

/** Cliffy's words for what commander found wrong. */
function complaint({ code, message }: CommanderError): string {
  const flag = message.match(/'.*?(-[^ ,=']+)[ =']/)?.[1];
  if (code === "commander.unknownOption") return `Unknown option "${flag}".`;
  if (code === "commander.optionMissingArgument") return `Missing value for option "${flag}".`;
  if (code === "commander.excessArguments") return `No arguments allowed for command "COMMAND".`;
  return message.replace(/^error: /, "");
}
