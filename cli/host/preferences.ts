import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, fileReason, usage } from "../errors.ts";
import { readJson } from "../output/json.ts";
import type { Environment } from "./host.ts";
import { configDirectory, NO_HOME } from "./paths.ts";

/** What the user has set for later command lines: each a string, as on a command line. */
export interface Preferences {
  readonly aliases: Readonly<Record<string, string>>;
  /** Values of options: `limit` for each command that has it, `search.limit` for one. */
  readonly defaults: Readonly<Record<string, string>>;
}

export function preferencesPath(env: Environment): string {
  return join(configDirectory(env), "config.json");
}

const NOTHING: Preferences = { aliases: {}, defaults: {} };

/** Reads the file; without one, or without a home, nothing is set. */
export async function readPreferences(env: Environment): Promise<Preferences> {
  const path = existingPath(env);
  if (path === undefined) return NOTHING;
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    // Deno lets no program read below /dev/null, which stands for a folder without files.
    if (["ENOENT", "ENOTDIR"].includes(error.code ?? "") || error.name === "NotCapable") return undefined;
    throw usage(`Cannot read ${path}: ${fileReason(error)}`, "Correct the file, or remove it.");
  });
  if (text === undefined) return NOTHING;
  const { aliases = {}, defaults = {} } = Object(readJson(text) ?? { aliases: undefined, defaults: text });
  if (isTexts(aliases) && isTexts(defaults)) return { aliases, defaults };
  throw usage(`${path} is not a configuration`, "Correct the file, or remove it: `tonearm config set` writes another.");
}

function existingPath(env: Environment): string | undefined {
  try {
    return preferencesPath(env);
  } catch (error) {
    if (error instanceof Failure && error.code === NO_HOME) return undefined;
    throw error;
  }
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.values(value).every((one) => typeof one === "string");
}

/** Splits a command line into words, as a shell does: at spaces that are not in quotes. */
export function wordsOf(line: string): string[] {
  const words = line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** Global options with a value, which may stand before a command. */
const VALUED = /^--(?:jq|template|profile|timeout|retries)$/;

export function withoutAlias(argv: readonly string[], aliases: Preferences["aliases"]): readonly string[] {
  const at = argv.findIndex((word, index) => !word.startsWith("-") && !VALUED.test(argv[index - 1] ?? ""));
  const name = argv[at];
  if (name === undefined || !Object.hasOwn(aliases, name)) return argv;
  return [...argv.slice(0, at), ...wordsOf(aliases[name] ?? ""), ...argv.slice(at + 1)];
}
