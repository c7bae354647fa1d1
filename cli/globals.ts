/**
 * The options that every command has.
 *
 * @module
 */

import { decimal, flag, integer, off, type OptionsFor, text } from "./command.ts";
import { usage } from "./errors.ts";

/** The values of the global options. */
export interface Globals {
  /** Whether to print JSON; or which fields of it. */
  readonly json: boolean | readonly string[];
  /** Whether to print one JSON object a line. */
  readonly jsonl: boolean;
  /** The profile that was named. */
  readonly profile: string | undefined;
  /** Whether to use the sandbox. */
  readonly sandbox: boolean;
  /** Seconds for one attempt. */
  readonly timeout: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** Whether remarks are left out. */
  readonly quiet: boolean;
  /** Whether requests are shown. */
  readonly verbose: boolean;
  /** Whether questions are forbidden. */
  readonly noInput: boolean;
  /** Whether colours are forbidden. */
  readonly noColor: boolean;
  /** Whether help was asked for. */
  readonly help: boolean;
  /** Whether the version was asked for. */
  readonly version: boolean;
}

/** The global options: help shows them after a command's own. */
export const GLOBALS: OptionsFor<Globals> = {
  json: {
    summary: "Print one JSON document; with =id,title only these fields",
    value: "fields",
    optional: true,
    read: (value) => typeof value === "string" ? fieldsOf(value) : value === true,
  },
  jsonl: flag("Print one JSON object a line"),
  profile: text("Use the credentials of this profile", "name", { env: "TONEARM_PROFILE" }),
  sandbox: flag("Use the built-in sandbox: no account, no network", { env: "TONEARM_SANDBOX" }),
  timeout: decimal("Give up on a request after so many seconds", "seconds", { min: 0.001, max: 86400, fallback: 30 }),
  retries: integer("Repeat a failed request so many times", "count", { min: 0, max: 20, fallback: 3 }),
  quiet: flag("Print nothing on stderr but errors", { short: "q" }),
  verbose: flag("Show requests and their edge ids, without secrets", { short: "v" }),
  noInput: off("Never ask; fail where an answer is needed"),
  noColor: off("No colours (as NO_COLOR, TERM=dumb and a pipe)"),
  help: flag("Show this help", { short: "h" }),
  version: flag("Show the version", { short: "V" }),
};

function fieldsOf(value: string): readonly string[] {
  const fields = value.split(",").map((field) => field.trim()).filter((field) => field !== "");
  if (fields.length === 0) throw usage("--json= needs fields: --json=id,title", "Plain --json prints everything.");
  return fields;
}
