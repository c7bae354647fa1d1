/**
 * Checks of objects that callers pass: options, rules and patterns.
 *
 * @module
 */
import { proposal } from "./nearest_name.ts";

/** The values of a member. */
export interface Kind {
  readonly accepts: (value: unknown) => boolean;
  /** What they are, in a message. */
  readonly description: string;
}

/** The members of an object, by name. */
export type Kinds<Name extends string = string> = Readonly<Record<Name, Kind>>;

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a whole number from a minimum to a maximum. */
export function isWhole(value: unknown, least: number, most: number = Infinity): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

export const ANYTHING: Kind = { accepts: () => true, description: "anything" };
export const TEXT: Kind = { accepts: (value) => typeof value === "string", description: "a text" };
export const FLAG: Kind = { accepts: (value) => typeof value === "boolean", description: "true or false" };
export const TEXTS: Kind = {
  accepts: (value) => isObject(value) && Object.values(value).every(TEXT.accepts),
  description: "an object of texts",
};
export const COUNT: Kind = { accepts: (value) => isWhole(value, 0), description: "a whole number from 0" };
export const PORT: Kind = { accepts: (value) => isWhole(value, 0, 65_535), description: "a port from 0 to 65535" };
export const FUNCTION: Kind = { accepts: (value) => typeof value === "function", description: "a function" };

/**
 * Checks that a value is an object with known members of their kinds. A member that is undefined is absent.
 *
 * @param what The object, in a message: `a fault`.
 * @throws {TypeError} With the invalid member, and its kind or the most similar name.
 */
export function checkMembers(what: string, value: unknown, kinds: Kinds): void {
  if (!isObject(value)) throw new TypeError(`${what} is not an object`);
  const known = Object.keys(kinds);
  for (const [name, member] of Object.entries(value)) {
    if (!known.includes(name)) throw new TypeError(`${what} has no field ${name.slice(0, 80)}${proposal(name, known)}`);
    const kind = kinds[name];
    if (kind && member !== undefined && !kind.accepts(member)) {
      throw new TypeError(`${name} of ${what} is not ${kind.description}`);
    }
  }
}
