/**
 * Tells options from words before the parser sees them: options may stand anywhere, an unknown one is never taken for
 * a word, `--` ends them. What comes out is uniform (`--name=value`), so that every parser reads it alike.
 *
 * @module
 */

import type { Option, Options } from "./command.ts";
import { usage } from "./errors.ts";
import { nearest } from "./suggest.ts";

/** A word of the command line and where it stood. */
export interface Word {
  /** The word itself. */
  readonly text: string;
  /** Its index in the command line. */
  readonly index: number;
  /** Whether it follows an unknown option, whose value it may be. */
  readonly doubtful: boolean;
}

/** A command line, sorted. */
export interface Scan {
  /** The known options, each as `--name` or `--name=value`; the last one wins unless it may be repeated. */
  readonly flags: readonly string[];
  /** The words, those after `--` included. */
  readonly words: readonly Word[];
  /** Options that nobody knows, as they were spelled. */
  readonly unknown: readonly string[];
}

/** `dryRun` as it is spelled on the command line: `--dry-run`. */
export function spelled(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Sorts a command line by the options that are known at this point. */
export function scan(argv: readonly string[], options: Options): Scan {
  const scanner = new Scanner(argv, options);
  return scanner.scan();
}

/** Refuses unknown options, with the one that was probably meant. */
export function refuseUnknown(unknown: readonly string[], options: Options, command: string): void {
  const [first] = unknown;
  if (first === undefined) return;
  const meant = nearest(first, Object.keys(options).map(spelled));
  const help = `See \`${command} --help\`; words that begin with a dash go after \`--\`.`;
  throw usage(`Unknown option ${first}`, meant ? `Did you mean ${meant}?` : help);
}

class Scanner {
  readonly #argv: readonly string[];
  readonly #long = new Map<string, Option<unknown>>();
  readonly #short = new Map<string, string>();
  readonly #flags = new Map<string, string>();
  readonly #words: Word[] = [];
  readonly #unknown: string[] = [];
  #index = 0;
  #doubtful = false;

  constructor(argv: readonly string[], options: Options) {
    this.#argv = argv;
    for (const [name, option] of Object.entries(options)) {
      this.#long.set(spelled(name), option);
      if (option.short) this.#short.set(`-${option.short}`, spelled(name));
    }
  }

  scan(): Scan {
    while (this.#index < this.#argv.length) {
      const argument = this.#next();
      if (argument === "--") break;
      if (argument.startsWith("--")) this.#takeLong(argument);
      else if (argument.startsWith("-") && argument !== "-") this.#takeShort(argument);
      else this.#takeWord(argument);
    }
    this.#doubtful = false;
    while (this.#index < this.#argv.length) this.#takeWord(this.#next());
    return { flags: [...this.#flags.values()], words: this.#words, unknown: this.#unknown };
  }

  #next(): string {
    return this.#argv[this.#index++] ?? "";
  }

  #takeWord(text: string): void {
    this.#words.push({ text, index: this.#index - 1, doubtful: this.#doubtful });
    this.#doubtful = false;
  }

  #takeLong(argument: string): void {
    const equals = argument.indexOf("=");
    const name = equals < 0 ? argument : argument.slice(0, equals);
    const given = equals < 0 ? undefined : argument.slice(equals + 1);
    this.#take(name, name, given);
  }

  /** `-n 5`, `-n5`, `-n=5`, and switches together: `-qv`. */
  #takeShort(argument: string): void {
    const letter = argument.slice(0, 2);
    const name = this.#short.get(letter);
    const rest = argument.slice(2);
    const option = name === undefined ? undefined : this.#long.get(name);
    if (name === undefined || option === undefined) return this.#takeUnknown(rest ? argument : letter);
    if (option.value !== undefined) return this.#take(name, letter, rest ? rest.replace(/^=/, "") : undefined);
    this.#take(name, letter, undefined);
    if (rest) this.#takeShort(`-${rest}`);
  }

  #take(name: string, written: string, given: string | undefined): void {
    const option = this.#long.get(name);
    this.#doubtful = false;
    if (!option) return this.#takeUnknown(name, given);
    if (option.value === undefined) {
      if (given !== undefined) throw usage(`${written} takes no value`);
      this.#flags.set(name, name);
      return;
    }
    if (option.optional && given === undefined) this.#flags.set(name, name);
    else this.#keep(name, option, given ?? this.#valueOf(written, option.value));
  }

  #keep(name: string, option: Option<unknown>, value: string): void {
    const key = option.repeat ? `${name} ${this.#index}` : name;
    this.#flags.set(key, `${name}=${value}`);
  }

  #valueOf(written: string, placeholder: string): string {
    const following = this.#argv[this.#index];
    const missing = following === undefined || (following.startsWith("-") && !/^-(\d|$)/.test(following));
    if (missing) throw usage(`${written} needs a value: ${written} <${placeholder}>`);
    return this.#next();
  }

  #takeUnknown(name: string, given?: string): void {
    this.#unknown.push(name);
    this.#doubtful = given === undefined;
  }
}
