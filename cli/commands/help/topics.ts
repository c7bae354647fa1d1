/**
 * Help on what concerns every command.
 *
 * @module
 */

import type { AnyCommand } from "../../command.ts";
import { EXITS } from "../../errors.ts";
import { FUNCTIONS } from "../../format/functions.ts";
import { type Paper, type Rows, section, table, text } from "../../output/help.ts";

/** The variables that the program reads. */
export const ENVIRONMENT: Rows = [
  ["TONEARM_TOKEN", "an access token to use as it is"],
  ["TONEARM_CLIENT_ID", "the id of an application"],
  ["TONEARM_CLIENT_SECRET", "its secret"],
  ["TONEARM_PROFILE", "the profile to use"],
  ["TONEARM_API_URL", "another address of the API"],
  ["TONEARM_AUTH_URL", "another address of the OAuth host"],
  ["TONEARM_CONFIG_DIR", "where profiles are kept (default: tonearm in XDG_CONFIG_HOME)"],
  ["TONEARM_KEYCHAIN", "off to keep secrets in the profile's file alone, without the system's keychain"],
  ["TONEARM_DATA_DIR", "where the sandbox is kept (default: tonearm in XDG_DATA_HOME)"],
  ["TONEARM_RELEASES", "where `upgrade` looks for releases (default: the project's page)"],
  ["TONEARM_SANDBOX", "1 to use the built-in sandbox"],
  ["TONEARM_PAGER, PAGER", "what shows lists longer than the terminal (default: less -FRX); empty for nothing"],
  ["NO_COLOR, FORCE_COLOR", "never, always colours"],
  ["BROWSER", "the program that opens web pages"],
];

const TEMPLATE_FUNCTIONS = [...FUNCTIONS.keys(), "timeago", "tablerow", "tablerender"].join(", ");

/** What results look like. */
export const FORMATS: Rows = [
  ["at a terminal", "tables and cards, as wide as it is"],
  ["in a pipe", "one line a result, with tabs between the values"],
  ["--json", "one JSON document; rows of a batch have a status: ok or error"],
  ["--json=id,user.username", "the same with these fields alone; see `tonearm <command> --json=?` for their names"],
  ["--jsonl", "one JSON object a line, as soon as it is there"],
  ["--jq '.[].title'", "what jq makes of the JSON, texts without quotes; with --jsonl of each result by itself"],
  ["--template '{{len .}}'", "the JSON in a template of Go's: fields, pipelines, $variables, if, range, with"],
  ["", `functions: ${TEMPLATE_FUNCTIONS}`],
  ["--columns title,bpm", "these columns of a table; --sort plays and --reverse order what is shown"],
];

/** The text of a topic. The commands have to be loaded. */
export function topic(name: string, root: AnyCommand, paper: Paper): string {
  if (name === "commands") return table("Commands", root.getBaseCommands().map(rowOf), paper);
  if (name === "environment") return table("Environment", ENVIRONMENT, paper);
  if (name === "exit-codes") {
    const exits = Object.values(EXITS).map(({ code, meaning }) => [String(code), meaning] as const);
    return table("Exit codes", [["0", "ok"], ...exits], paper);
  }
  const examples = [
    "$ tonearm search lofi --limit 50 --json=id,title",
    "$ tonearm likes --jq '.[].title'",
    `$ tonearm likes --template '{{range .}}{{tablerow .title (timeago .created_at)}}{{end}}'`,
  ];
  return [
    table("Results on stdout", FORMATS, paper),
    text("Everything else goes to stderr, and --quiet leaves out all of it but errors.", paper),
    section("Examples", examples, paper),
  ].join("\n");
}

function rowOf(command: AnyCommand): readonly [string, string] {
  return [command.getName(), command.getShortDescription()];
}
