// Parses Cliffy's notation of options and arguments: `-n, --limit <count:integer>`, `<id...:string:track>`.

/** An argument, or the value of an option. */
export interface Argument {
  /** Its name. */
  readonly name: string;
  /** The name of its type. */
  readonly type: string;
  /** The name of its completion. */
  readonly action: string;
  /** Whether it is optional. */
  readonly optional: boolean;
  /** Whether it takes several values. */
  readonly variadic: boolean;
}

/** A value to parse. */
export interface ArgumentValue {
  /** Its kind: `Option` or `Argument`. */
  readonly label: string;
  /** The name of its type. */
  readonly type: string;
  /** The name of the option or argument. */
  readonly name: string;
  /** Its text. */
  readonly value: string;
}

/** Settings of an option besides its value. */
export interface OptionSettings {
  /** Its default value. */
  readonly default?: unknown;
  /** Whether it may be repeated. */
  readonly collect?: boolean;
  /** Options that can't be used together with it. */
  readonly conflicts?: readonly string[];
  /** Whether the help omits it. */
  readonly hidden?: boolean;
  /** Whether subcommands also have it. */
  readonly global?: boolean;
  /** Runs instead of the command if the option is given. */
  readonly action?: () => unknown;
}

/** An option. */
export interface Option extends OptionSettings {
  /** Its long name without dashes. */
  readonly name: string;
  /** Its aliases. */
  readonly aliases?: readonly string[];
  /** Its spellings. */
  readonly flags: readonly string[];
  /** Its line in the help. */
  readonly description: string;
  /** Its value; a flag has none. */
  readonly args: readonly Argument[];
  /** Whether its value requires an equals sign. */
  readonly equalsSign: boolean;
}

/** The completion of a value. */
export interface Completion {
  /** Returns the completions. */
  readonly complete: (command: unknown, parent?: unknown) => Values | Promise<Values>;
}

type Values = (string | number | boolean)[];

const VALUE = /^[<[].+[\]>]$/;

/** Parses the notation of an option. */
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

/** Parses the notation of arguments. */
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
