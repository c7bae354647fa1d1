import { assertEquals } from "@std/assert";
import type { Option } from "@cliffy/command";
import { allCommands } from "../support/cli/test_host.ts";

/** The types that a value of this name has, as an option or as an argument. A name stands for one unit. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  // A choice may have other words in each command.
  answer: ["commentable", "downloadable", "reveal-comments", "reveal-stats", "streamable"],
  column: ["column", "metric"],
  fields: ["fields", "table"],
  format: ["export-format", "format"],
  kind: ["kind", "offer"],
  // Whole numbers: `count` and `position` begin with 1, unless none is a choice.
  count: ["count", "natural"],
  days: ["count"],
  number: ["natural"],
  plays: ["number"],
  port: ["port"],
  position: ["count"],
  // Times: `day` is 2026-01-31; of a field and of a report it is a text, since it may be empty or belong to a zone.
  day: ["string", "time"],
  "iso-time": ["string"],
  time: ["string"],
  duration: ["string"],
  seconds: ["interval", "seconds"],
  range: ["durations", "numbers"],
  // Places on this machine. The path of `api` is one of the service.
  file: ["path"],
  folder: ["path"],
  "folder-or-plan": ["path"],
  path: ["string"],
  names: ["columns"],
  name: ["player", "string"],
};

/** Flags that have several meanings: how each description begins. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  // A filter of a list, a value of what is written.
  "--description": ["The description", "The description; an empty text removes it"],
  "--genre": ["Only tracks of this genre", "The genre"],
  "--license": ["Only tracks under this license", "The license"],
  "--sharing": ["Who can play tracks, unless the manifest says otherwise", "Who can see and play it"],
  "--tag": ["A tag", "Only tracks with this tag"],
  "--type": ["The kind of offer", "What to search"],
  // The service filters a search; a list is filtered here.
  "--since": ["Only tracks uploaded since", "Only what was created since"],
  "--until": ["Only tracks uploaded before", "Only what was created before"],
  // What is kept, shown or forgotten; in a sandbox, who signs in.
  "--track": ["A track", "Only this track", "Record this track"],
  "--user": ["An account", "Record this", "Sign in as this user", "The account", "The numbers of this user"],
  // Where numbers are, or a program's session.
  "--store": ["A SQLite file", "Check this token store instead"],
  // What the command would protect.
  "--force": ["Also send files", "Continue even if SoundCloud hides tracks", "Replace tags"],
  // What the command does otherwise.
  "--playlists": ["Show liked playlists", "Show reposted playlists"],
  "--tracks": ["Only tracks", "Show new tracks"],
  "--url": ["Print only the best signed URL", "Print only the signed URL", "Print the URL instead"],
};

/** Flags of one meaning whose descriptions end differently: how all begin. */
const STEMS: Readonly<Record<string, string>> = {
  "--csv": "Print CSV with a header",
  "--format": "The format",
  "--limit": "Maximum number of",
  "--output": "The file",
  "--redirect-uri": "The redirect URI of",
  "--sort": "Sort the",
  "--title": "The title",
  "--wait-for": "Seconds to wait for",
};

/** Flags whose default depends on the command. */
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  "--format": ["csv", "html"],
  "--limit": ["20", "50"],
  "--output": ["", "insights-<from>-<to>.html"],
  "--port": ["0", "8765, else 8766 or 8767"],
  "--redirect-uri": ["http://127.0.0.1:8765/callback", "http://127.0.0.1:PORT/callback"],
  "--sharing": ["", "private"],
  "--sort": ["", "plays"],
  "--title": ["", "that of the file's tags, or the file's name", "the link"],
  "--type": ["digital", "tracks"],
  "--user": ["", "the account that was recorded last", "the signed-in one"],
  "--wait-for": ["300", "600"],
};

/** A flag that names one resource, next to one that shows all of a kind, never in the same command. */
const PLURALS = ["--station", "--track"];

const COMMANDS = await allCommands();
const GLOBAL = COMMANDS[0]?.getGlobalOptions() ?? [];
const OPTIONS = [...GLOBAL, ...COMMANDS.flatMap((command) => command.getBaseOptions())].filter(({ hidden }) => !hidden);
const FLAGS = Map.groupBy(OPTIONS, flagOf);

function flagOf({ name }: Option): string {
  return `--${name}`;
}

/** Returns the different results of a function, sorted. */
function distinct<T>(all: readonly T[], of: (one: T) => string): string[] {
  return [...new Set(all.map(of))].sort();
}

/** Returns the rows in which the flags differ, in the form of the table. */
function differences(of: (option: Option) => string): Record<string, string[]> {
  const rows = [...FLAGS].map(([flag, options]) => [flag, distinct(options, of)] as const);
  return Object.fromEntries(rows.filter(([, found]) => found.length > 1).sort(([a], [b]) => a < b ? -1 : 1));
}

/** Splits a description from the default that it names. */
function described({ description, default: fallback }: Option): readonly [text: string, fallback: string] {
  const [, text = description, named = ""] = /^(.*) \(default: (.*)\)$/.exec(description) ?? [];
  return [text, String(fallback ?? named)];
}

Deno.test("tonearm --help: a flag has the same value and the same letter wherever it stands", () => {
  assertEquals(differences(({ args: [value], flags }) => JSON.stringify([flags, value?.name, value?.optional])), {});
});

Deno.test("tonearm --help: a letter stands for one flag", () => {
  const letters = Map.groupBy(OPTIONS, ({ flags }) => flags.find((flag) => !flag.startsWith("--")) ?? "none");
  letters.delete("none");
  const shared = [...letters].filter(([, options]) => distinct(options, flagOf).length > 1).map(([letter]) => letter);
  assertEquals(shared, []);
});

Deno.test("tonearm --help: a value's name stands for one type and one unit", () => {
  const values = [...OPTIONS.flatMap(({ args }) => args), ...COMMANDS.flatMap((command) => command.getArguments())];
  // A choice may be named as its flag is; any other text needs no row.
  const typed = values.filter(({ name, type }) => name in VALUES || !["string", name].includes(type));
  const found = [...Map.groupBy(typed, ({ name }) => name)].map((
    [name, all],
  ) => [name, distinct(all, ({ type }) => type)]);
  assertEquals(Object.fromEntries(found), VALUES);
});

Deno.test("tonearm --help: a flag has one meaning, unless the table has several", () => {
  const found = differences((option) => described(option)[0]);
  assertEquals(Object.keys(found), [...Object.keys(MEANINGS), ...Object.keys(STEMS)].sort());
  for (const [flag, descriptions] of Object.entries(found)) {
    const rows = MEANINGS[flag] ?? [STEMS[flag] ?? ""];
    const used = descriptions.map((text) => rows.findLast((row) => text.startsWith(row)) ?? text);
    assertEquals({ flag, meanings: [...new Set(used)].sort() }, { flag, meanings: rows });
  }
});

Deno.test("tonearm --help: a flag has one default, unless the table has several", () => {
  assertEquals(differences((option) => described(option)[1]), DEFAULTS);
});

Deno.test("tonearm --help: no command has a flag in the singular and in the plural", () => {
  const isPaired = ({ name }: Option, all: readonly Option[]) => all.some((other) => other.name === `${name}s`);
  const pairs = COMMANDS.flatMap((command) => {
    const own = command.getBaseOptions();
    return own.filter((option) => isPaired(option, own)).map(({ name }) => `${command.getPath()} --${name}`);
  });
  assertEquals(pairs, []);
  assertEquals(distinct(OPTIONS.filter((option) => isPaired(option, OPTIONS)), flagOf), PLURALS);
});
