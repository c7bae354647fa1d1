// The types of values.
import type { ArgumentValue } from "./definitions.ts";
import { invalidType } from "./errors.ts";

/** A type of values. */
export abstract class Type<T> {
  /** Parses a value, or throws a validation error. */
  abstract parse(type: ArgumentValue): T;
  /** Returns the possible values, if their number is finite. */
  values?(command: unknown, parent?: unknown): (string | number | boolean)[];
}

/** Accepts any text. */
export class StringType extends Type<string> {
  override parse({ value }: ArgumentValue): string {
    return value;
  }
}

/** Accepts any number. */
export class NumberType extends Type<number> {
  override parse(type: ArgumentValue): number {
    const value = Number(type.value);
    if (type.value !== "" && Number.isFinite(value)) return value;
    throw invalidType(type);
  }
}

/** Accepts any integer. */
export class IntegerType extends Type<number> {
  override parse(type: ArgumentValue): number {
    const value = Number(type.value);
    if (Number.isInteger(value)) return value;
    throw invalidType(type);
  }
}

/** Accepts one of some values. */
export class EnumType<const T extends string | number | boolean> extends Type<T> {
  readonly #allowed: readonly T[];

  /** Creates a type with these values. */
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
