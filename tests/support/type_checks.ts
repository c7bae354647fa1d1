import { count } from "../../scripts/check/tests/reached.ts";

/** Fields that may be null. */
export type Nullable<K extends string, T> = Record<K, T | null>;

/** A field of a reply fits if its values have the specified type; it may add null, but not remove it. */
type Reads<Ours, Spec> = [NonNullable<Ours>] extends [never] ? false
  : [NonNullable<Ours>] extends [NonNullable<Spec>] ? null extends Spec ? null extends Ours ? true : false : true
  : false;

/** A parameter fits if it accepts all values of the specified type. */
type Takes<Ours, Spec> = [Spec] extends [Ours] ? true : false;

type Wrong<Ours, Spec> = {
  [K in keyof Spec]-?: K extends keyof Ours ? Reads<Ours[K], Spec[K]> extends true ? never : K : K;
}[keyof Spec];

type NotAccepted<Ours, Spec> = {
  [K in keyof Spec]-?: K extends keyof Ours ? Takes<Ours[K], Spec[K]> extends true ? never : K : K;
}[keyof Spec];

/** Reports missing or wrong fields of a reply type in its compile error. */
export function reads<Ours, Spec extends object>(
  ..._fields: [Wrong<Ours, Spec>] extends [never] ? [] : [Wrong<Ours, Spec>]
): void {
  count();
}

/** Reports missing or wrong fields of a parameter type in its compile error. */
export function takes<Ours, Spec extends object>(
  ..._fields: [NotAccepted<Ours, Spec>] extends [never] ? [] : [NotAccepted<Ours, Spec>]
): void {
  count();
}

/** Accepts a value only if it has the type. */
export function hasType<T>(value: T): T {
  count();
  return value;
}
