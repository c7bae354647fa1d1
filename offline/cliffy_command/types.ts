/**
 * The types of values.
 *
 * @module
 */
import type { ArgumentValue } from "./definitions.ts";
import { invalidType } from "./errors.ts";

/** What a value may be. */
export abstract class Type<T> {
  /** Reads a value, or throws a validation error. */
  abstract parse(type: ArgumentValue): T;
  /** The values there are, where they can be counted. */
  values?(command: unknown, parent?: unknown): (string | number | boolean)[];
}

/** Any text. */
export class StringType extends Type<string> {
  override parse({ value }: ArgumentValue): string {
    return value;
  }
}

/** Any number. */
export class NumberType extends Type<number> {
  override parse(type: ArgumentValue): number {
    const value = Number(type.value);
    if (type.value !== "" && Number.isFinite(value)) return value;
    throw invalidType(type);
  }
}

/** Any whole number. */
export class IntegerType extends Type<number> {
  override parse(type: ArgumentValue): number {
    const value = Number(type.value);
    if (Number.isInteger(value)) return value;
    throw invalidType(type);
  }
}

/** One of some values. */
export class EnumType<const T extends string | number | boolean> extends Type<T> {
  readonly #allowed: readonly T[];

  /** Makes a type of these values. */
  constructor(values: readonly T[]) {
    super();
    this.#allowed = values;
  }

  override parse(type: ArgumentValue): T {
    const found = this.#allowed.find((value) => String(value) === type.value);
    if (found === undefined) throw invalidType(type, this.#allowed);
    return found;
  }

  override values(): T[] {
    return [...this.#allowed];
  }
}
