/**
 * Compares types while a file compiles.
 *
 * @module
 */

/** Fields that may be null. */
export type Nullable<K extends string, T> = Record<K, T | null>;

/** A reply's field fits when its values are of the specified type; null may be added, but not be taken away. */
type Reads<Ours, Spec> = [NonNullable<Ours>] extends [never] ? false
  : [NonNullable<Ours>] extends [NonNullable<Spec>] ? null extends Spec ? null extends Ours ? true : false : true
  : false;

/** A parameter fits when it takes all values of the specified type. */
type Takes<Ours, Spec> = [Spec] extends [Ours] ? true : false;

type Wrong<Ours, Spec> = {
  [K in keyof Spec]-?: K extends keyof Ours ? Reads<Ours[K], Spec[K]> extends true ? never : K : K;
}[keyof Spec];

type Refused<Ours, Spec> = {
  [K in keyof Spec]-?: K extends keyof Ours ? Takes<Ours[K], Spec[K]> extends true ? never : K : K;
}[keyof Spec];

/** Names, in its error, the fields that a shape of replies lacks or gets wrong. */
export function reads<Ours, Spec extends object>(
  ..._fields: [Wrong<Ours, Spec>] extends [never] ? [] : [Wrong<Ours, Spec>]
): boolean {
  return true;
}

/** Names, in its error, the fields that a shape of parameters lacks or gets wrong. */
export function takes<Ours, Spec extends object>(
  ..._fields: [Refused<Ours, Spec>] extends [never] ? [] : [Refused<Ours, Spec>]
): boolean {
  return true;
}

/** Takes a value only where it has the type. */
export function tells<T>(value: T): T {
  return value;
}
