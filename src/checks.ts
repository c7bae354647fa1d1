/**
 * Checks a whole number.
 *
 * @param max Its maximum. Default: none.
 * @throws {TypeError} When it isn't a number.
 * @throws {RangeError} When it isn't a whole number or out of bounds.
 */
export function integer(what: string, value: unknown, min: number, max: number = Infinity): void {
  const isNumber = typeof value === "number";
  if (isNumber && Number.isSafeInteger(value) && value >= min && value <= max) return;
  const bounds = max < Infinity ? `from ${min} to ${max}` : `of ${min} or more`;
  throw new (isNumber ? RangeError : TypeError)(`Cannot use ${what}: it must be a whole number ${bounds}`);
}

/**
 * Checks a string.
 *
 * @param max Its maximum length, in characters. Default: none.
 * @throws {TypeError} When it isn't a string, or is blank.
 * @throws {RangeError} When it's too long.
 */
export function text(what: string, value: unknown, max: number = Infinity): void {
  if (typeof value !== "string" || !/\S/.test(value)) {
    throw new TypeError(`Cannot use ${what}: it must be non-blank text`);
  }
  if ([...value].length > max) throw new RangeError(`Cannot use ${what}: it must have at most ${max} characters`);
}

/**
 * Converts the items of a list.
 *
 * @throws {TypeError} When it can't be iterated, or is a string, an iterable of letters.
 */
export function list<T, U>(what: string, items: Iterable<T>, convert: (item: T) => U): U[] {
  if (typeof items === "string" || !Object(items)[Symbol.iterator]) {
    throw new TypeError(`Cannot use ${what}: they must be a list`);
  }
  return Array.from(items, convert);
}

/** Tells whether a value is an object that isn't an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Checks an object of options or fields.
 *
 * @throws {TypeError} When it isn't an object, or is an array.
 */
export function checkObject(what: string, value: unknown): asserts value is object {
  if (!isRecord(value)) throw new TypeError(`Cannot use ${what}: they must be an object`);
}

/** What an option must be, in the words of the error: the words contain its type, or the methods of an object. */
type OptionRule =
  | "a non-empty string"
  | "a number of 0 or more"
  | "a boolean"
  | "a function"
  | "an object"
  | `an object with ${string}()`;

/** Rules by the names of options. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

/** The longest delay of `setTimeout`, in milliseconds: a longer one ends at once. */
export const LONGEST_TIMER = 2_147_483_647;

/**
 * Checks the types of options at run time. Those without a rule pass, as does `undefined`.
 *
 * @throws {TypeError} When one has another type or lacks a method.
 * @throws {RangeError} When a number is negative, too large or not a number.
 */
export function checkOptions(options: object, rules: OptionRules): void {
  checkObject("the options", options);
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) && value !== undefined && rules[name];
    if (!rule || fits(value, rule)) continue;
    const kind = typeof value === "number" && rule.includes("number") ? RangeError : TypeError;
    throw new kind(`Cannot use the options: ${name} must be ${rule}`);
  }
}

function fits(value: unknown, rule: OptionRule): boolean {
  const methods = rule.match(/\w+(?=\(\))/g);
  if (methods) return methods.every((method) => typeof Object(value)[method] === "function");
  if (typeof value === "number") return rule.includes("number") && value >= 0 && value <= LONGEST_TIMER;
  return rule.includes(typeof value) && value !== null && value !== "";
}
