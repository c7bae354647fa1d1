import type { AnyCommand } from "../../command.ts";
import { EXITS } from "../../errors.ts";
import { FUNCTIONS } from "../../format/functions.ts";
import { joined, type Styled } from "../../output/style.ts";
import { rowOf, type Rows, section, table, text } from "../../output/help.ts";

export const ENVIRONMENT: Rows = [
  ["TONEARM_TOKEN", "an access token to use as it is"],
  ["TONEARM_CLIENT_ID", "the id of an application"],
  ["TONEARM_CLIENT_SECRET", "its secret"],
  ["TONEARM_PROFILE", "the profile to use"],
  ["TONEARM_API_URL", "another base URL of the API"],
  ["TONEARM_AUTH_URL", "another base URL of the OAuth host"],
  ["TONEARM_CONFIG_DIR", "where profiles are kept (default: tonearm in XDG_CONFIG_HOME)"],
  ["TONEARM_KEYCHAIN", "off to keep secrets only in the profile's file, without the system's keychain"],
  ["TONEARM_INSIGHTS", "the store of `tonearm insights`: a SQLite file, or postgres://…"],
  ["TONEARM_DATA_DIR", "where all other data is kept, such as the sandbox (default: tonearm in XDG_DATA_HOME)"],
  ["TONEARM_RELEASES", "where `upgrade` looks for releases (default: the project's page)"],
  ["TONEARM_WEBHOOK_KEY", "the secret that signs the posts of `watch --webhook`"],
  ["TONEARM_SANDBOX", "1 to use the built-in sandbox"],
  ["TONEARM_PAGER, PAGER", "the pager for lists longer than the terminal (default: less -FRX); empty for none"],
  ["HTTPS_PROXY, NO_PROXY", "the proxy of requests, and the hosts that are reached without it"],
  ["NO_COLOR, FORCE_COLOR", "never or always use colours"],
  ["BROWSER", "the program that opens web pages"],
];

const TEMPLATE_FUNCTIONS = [...FUNCTIONS.keys(), "timeago", "tablerow", "tablerender"].join(", ");

export const FORMATS: Rows = [
  ["on a terminal", "tables and cards, fitted to the width"],
  ["in a pipe", "one line per result, with tabs between the values"],
  ["--json", "one JSON document; rows of a batch have a status: ok or error"],
  ["--json=id,user.username", "only these fields; an unknown name, such as --json=x, lists the known ones"],
  ["--jsonl", "one JSON object per line, as soon as it arrives"],
  ["--csv", "a list as CSV with a header; --csv=id,title selects fields"],
  ["--jq '.[].title'", "the output of jq, strings without quotes; with --jsonl for each result separately"],
  ["--template '{{len .}}'", "the output of a Go template: fields, pipelines, $variables, if, range, with"],
  ["", `functions: ${TEMPLATE_FUNCTIONS}`],
  ["--columns title,bpm", "these columns of a table; --sort plays and --reverse set the order"],
];

/** Returns the text of a topic. The commands must be loaded. */
export function topic(name: string, root: AnyCommand, columns: number): Styled {
  if (name === "commands") return table("Commands", root.getBaseCommands().map(rowOf), columns);
  if (name === "environment") return table("Environment", ENVIRONMENT, columns);
  if (name === "exit-codes") {
    const exits = Object.values(EXITS).map(({ code, meaning }) => [String(code), meaning] as const);
    return table("Exit codes", [["0", "ok"], ...exits], columns);
  }
  const examples = [
    "$ tonearm search lofi --limit 50 --json=id,title",
    "$ tonearm likes --jq '.[].title'",
    `$ tonearm likes --template '{{range .}}{{tablerow .title (timeago .created_at)}}{{end}}'`,
  ];
  return joined([
    table("Results on stdout", FORMATS, columns),
    text("Everything else goes to stderr; with --quiet, only errors.", columns),
    section("Examples", examples),
  ], "\n");
}
