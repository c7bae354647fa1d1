import type { SettingRow } from "../contract/row.ts";
import { SETTINGS as ROWS_OF_CONTRACT } from "../contract/settings.ts";
import type { SandboxConfig } from "./config.ts";
import { isObject, isWhole } from "./members.ts";
import { proposal } from "./nearest_name.ts";

/** The name of a setting. */
export type Setting = keyof SandboxConfig;

const ROWS: Readonly<Record<Setting, SettingRow>> = ROWS_OF_CONTRACT;

/** The names of all settings. */
export const SETTINGS = Object.keys(ROWS) as readonly Setting[];

/** The settings that are limits. */
export const LIMITS: readonly Setting[] = SETTINGS.filter((name) => ROWS[name].label !== undefined);

/** The settings that an app may have for itself. */
export const APP_LIMITS: readonly Setting[] = SETTINGS.filter((name) => ROWS[name].perApp);

/** Returns the expected value of a setting; undefined if the value is valid. */
function expected(name: Setting, value: unknown): string | undefined {
  const { choices, form, default: usual, mayBeNull } = ROWS[name];
  if (choices) return choices.includes(value as string) ? undefined : `one of ${choices.join(", ")}`;
  if (form === "address") return typeof value === "string" && URL.canParse(value) ? undefined : "an address";
  if (form === "country") return /^[a-z]{2}$/i.test(String(value)) ? undefined : "two letters such as DE";
  if (typeof usual === "boolean") return typeof value === "boolean" ? undefined : "true or false";
  if ((mayBeNull && value === null) || isWhole(value, 0)) return undefined;
  return mayBeNull ? "a whole number from 0, or null" : "a whole number from 0";
}

/**
 * Returns a view of settings that rejects an invalid value when it is assigned. Each of its accesses is a call, so the
 * sandbox itself reads the settings.
 */
export function checkedConfig(config: SandboxConfig): SandboxConfig {
  const view = { ...config };
  for (const name of SETTINGS) {
    Object.defineProperty(view, name, {
      get: () => config[name],
      set: (value: unknown) => Object.assign(config, checkConfig({ [name]: value })),
    });
  }
  // An assignment to a mistyped name throws.
  return Object.seal(view);
}

/**
 * Checks names and values of settings.
 *
 * @param known The allowed names. Default: all.
 * @throws {TypeError} If one is invalid, with the most similar name or the expected value.
 */
export function checkConfig(input: unknown, known: readonly Setting[] = SETTINGS): Partial<SandboxConfig> {
  if (!isObject(input)) throw new TypeError("Cannot use the settings: not an object");
  for (const [name, value] of Object.entries(input)) {
    if (!known.includes(name as Setting)) {
      throw new TypeError(`Cannot set ${name.slice(0, 80)}: no setting has this name${proposal(name, known)}`);
    }
    const wanted = expected(name as Setting, value);
    if (wanted !== undefined) {
      throw new TypeError(`Cannot set ${name} to ${JSON.stringify(value)?.slice(0, 80)}: it must be ${wanted}`);
    }
  }
  return input as Partial<SandboxConfig>;
}
