/**
 * Options and arguments as data, read from Cliffy's notation: `-n, --limit <count:integer>`, `<id...:string:track>`.
 *
 * @module
 */

/** A value of an option, or an argument. */
export interface Argument {
  /** Its name. */
  readonly name: string;
  /** The name of its type. */
  readonly type: string;
  /** The name of what completes it. */
  readonly action: string;
  /** Whether it may be left out. */
  readonly optional: boolean;
  /** Whether there may be several. */
  readonly variadic: boolean;
}

/** A value to be read. */
export interface ArgumentValue {
  /** What it belongs to: `Option`, `Argument`. */
  readonly label: string;
  /** The name of its type. */
  readonly type: string;
  /** The name of the option or argument. */
  readonly name: string;
  /** What was written. */
  readonly value: string;
}

/** What an option does beyond taking a value. */
export interface OptionSettings {
  /** What holds without it. */
  readonly default?: unknown;
  /** Whether it may be repeated. */
  readonly collect?: boolean;
  /** Options that exclude it. */
  readonly conflicts?: readonly string[];
  /** Whether it is left out of the help. */
  readonly hidden?: boolean;
  /** Whether the commands below have it, too. */
  readonly global?: boolean;
  /** Runs when it is given, alone. */
  readonly action?: () => unknown;
}

/** An option. */
export interface Option extends OptionSettings {
  /** Its long name without dashes. */
  readonly name: string;
  /** Its other names. */
  readonly aliases?: readonly string[];
  /** How it is spelled. */
  readonly flags: readonly string[];
  /** One line for the help. */
  readonly description: string;
  /** Its value; a switch has none. */
  readonly args: readonly Argument[];
  /** Whether its value needs an equals sign. */
  readonly equalsSign: boolean;
}

/** What completes a value. */
export interface Completion {
  /** Finds the values. */
  readonly complete: (command: unknown, parent?: unknown) => Values | Promise<Values>;
}

type Values = (string | number | boolean)[];

const VALUE = /^[<[].+[\]>]$/;

/** Reads the notation of an option. */
export function readOption(notation: string, description: string, settings: OptionSettings): Option {
  const parts = notation.trim().split(/[, =] */);
  const args = parts.filter((part) => VALUE.test(part)).map(readArgument);
  const flags = parts.filter((part) => !VALUE.test(part));
  const long = flags.find((flag) => flag.startsWith("--")) ?? flags[0] ?? "";
  const aliases = flags.filter((flag) => flag !== long).map(bare);
  return {
    ...settings,
    name: bare(long),
    ...(aliases.length > 0 ? { aliases } : {}),
    flags,
    description,
    args,
    equalsSign: notation.includes("="),
  };
}

/** Reads the notation of arguments. */
export function readArguments(notation: string): Argument[] {
  return notation.split(" ").map(readArgument);
}

function readArgument(notation: string): Argument {
  const [written = "", type = "string", action = type] = notation.slice(1, -1).split(":");
  const variadic = written.endsWith("...");
  return {
    name: variadic ? written.slice(0, -"...".length) : written,
    type: type || "string",
    action,
    optional: notation.startsWith("["),
    variadic,
  };
}

function bare(flag: string): string {
  return flag.replace(/^-+/, "");
}
