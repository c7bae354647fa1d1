// Errors of invalid command lines, with Cliffy's messages.
import type { Command } from "./command.ts";
import { closest } from "./closest.ts";
import type { ArgumentValue, Option } from "./definitions.ts";

/** An invalid command line. */
export class ValidationError extends Error {
  /** The exit code. */
  readonly exitCode: number;
  /** The called command. */
  cmd?: Command;

  /** Creates an error with a message. */
  constructor(message: string, { exitCode = 2, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}

/** Returns the spelling of a flag: `-n`, `--name`. */
function flagOf(name: string): string {
  if (name.startsWith("-")) return name;
  return name.length > 1 ? `--${name}` : `-${name}`;
}

/** Creates the error of an unknown option, with the most similar one. */
export function unknownOption(flag: string, options: readonly Option[]): ValidationError {
  const names = options.flatMap(({ name, aliases = [] }) => [name, ...aliases]).map(flagOf);
  const meant = closest(flag, names);
  return new ValidationError(`Unknown option "${flag}".${meant ? ` Did you mean option "${meant}"?` : ""}`);
}

/** Creates the error of an unknown command, with the most similar one. */
export function unknownCommand(word: string, names: readonly string[]): ValidationError {
  const meant = closest(word, names);
  return new ValidationError(`Unknown command "${word}".${meant ? ` Did you mean command "${meant}"?` : ""}`);
}

/** Creates the error of a value with the wrong type. */
export function invalidType(
  { label, name, type, value }: ArgumentValue,
  expected?: readonly (string | number | boolean)[],
): ValidationError {
  const choices = expected ? ` Expected values: ${expected.map((one) => `"${one}"`).join(", ")}` : "";
  return new ValidationError(`${label} "${name}" must be of type "${type}", but got "${value}".${choices}`);
}
