/**
 * What a wrong command line is answered with, in Cliffy's words.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { closest } from "./closest.ts";
import type { ArgumentValue, Option } from "./definitions.ts";

/** A wrong command line. */
export class ValidationError extends Error {
  /** The exit code for it. */
  readonly exitCode: number;
  /** The command that was called wrongly. */
  cmd?: Command;

  /** Makes an error with a message. */
  constructor(message: string, { exitCode = 2, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}

/** `name` as it is spelled: `-n`, `--name`. */
function flagOf(name: string): string {
  if (name.startsWith("-")) return name;
  return name.length > 1 ? `--${name}` : `-${name}`;
}

/** An option that nobody knows, and the nearest one that there is. */
export function unknownOption(flag: string, options: readonly Option[]): ValidationError {
  const names = options.flatMap(({ name, aliases = [] }) => [name, ...aliases]).map(flagOf);
  const meant = closest(flag, names);
  return new ValidationError(`Unknown option "${flag}".${meant ? ` Did you mean option "${meant}"?` : ""}`);
}

/** A command that nobody knows, and the nearest one that there is. */
export function unknownCommand(word: string, names: readonly string[]): ValidationError {
  const meant = closest(word, names);
  return new ValidationError(`Unknown command "${word}".${meant ? ` Did you mean command "${meant}"?` : ""}`);
}

/** A value of the wrong type. */
export function invalidType(
  { label, name, type, value }: ArgumentValue,
  expected?: readonly (string | number | boolean)[],
): ValidationError {
  const choices = expected ? ` Expected values: ${expected.map((one) => `"${one}"`).join(", ")}` : "";
  return new ValidationError(`${label} "${name}" must be of type "${type}", but got "${value}".${choices}`);
}
