/** Stands in for the modules of Node that tests' assertions use, where there are none. */
import { inspect } from "../../../scripts/docs/playground/inspect.ts";

type Members = Readonly<Record<PropertyKey, unknown>>;

/** Whether two values are equal, members included. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (ArrayBuffer.isView(one) || one instanceof Date || one instanceof RegExp) return String(one) === String(other);
  if (one.constructor !== other.constructor) return false;
  if (one instanceof Set) {
    return one.size === (other as typeof one).size && [...one].every((item) => (other as typeof one).has(item));
  }
  if (one instanceof Map) return isDeepStrictEqual([...one], [...(other as typeof one)]);
  const [keys, count] = [Reflect.ownKeys(one), Reflect.ownKeys(other).length];
  const same = (key: PropertyKey) => isDeepStrictEqual((one as Members)[key], (other as Members)[key]);
  return keys.length === count &&
    keys.filter((key) => key !== "stack").every((key) => Object.hasOwn(other, key) && same(key));
}

function deepEqual(one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) throw new Error(`${inspect(one)}\n${inspect(other)}`);
}

/** Fails, as everything that needs files does. */
export function writeFile(): never {
  throw new Error("this runtime has no files");
}

export { inspect, writeFile as dirname, writeFile as join };

const assertions: Readonly<Record<string, typeof deepEqual>> = { deepEqual, deepStrictEqual: deepEqual };
export { assertions as default };
