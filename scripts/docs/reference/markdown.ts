/** The reference of the commands in Markdown: `docs/command-line/commands.md`. */
import { groupedNames } from "../../../cli/commands.ts";
import type { Rows } from "../../../cli/output/help.ts";
import { type CommandFacts, commandTree, flatten } from "./tree.ts";

const INTRO = `# Commands

Every command of \`tonearm\` with its options and examples, as in its \`--help\`: \`deno task docs\` writes this
page from the commands. [The command line](cli.md) shows them at work.

The examples use names and ids of the sandbox: after \`export TONEARM_SANDBOX=1\` they run without an account. Playlist 121
is the one that the example of \`tonearm playlist create\` makes. Those with \`--url\` for another player need a sandbox that
is served: \`tonearm sandbox exec --user 1 -- bash\`.
`;

/** The commands that show one resource. */
const RESOURCES = ["tonearm track", "tonearm user", "tonearm playlist"];

/** `docs/command-line/commands.md`, not yet formatted. */
export async function commandsPage(): Promise<string> {
  const [root, ...commands] = flatten(await commandTree());
  if (!root) throw new TypeError("there are no commands");
  const byPath = new Map(commands.map((command) => [command.path, command]));
  const groups = groupedNames().map(([title, names]) =>
    `- ${title}: ${
      names.split(", ").map((name) => {
        const command = byPath.get(`tonearm ${name}`);
        if (!command) throw new TypeError(`there is no command ${name}`);
        return `[${name}](${link(command)})`;
      }).join(", ")
    }\n`
  );
  const resources = RESOURCES.map((path) => byPath.get(path)).filter((command) => command !== undefined);
  const shared = sharedOptions(commands);
  return [
    INTRO,
    groups.join(""),
    `## Options of every command\n\n${list(root.globalOptions)}`,
    `## Shared options\n\nSeveral commands have these options. The section of such a command only names them.\n\n${
      list(shared)
    }`,
    ...commands.map((command) => section(command, resources, shared)),
  ].join("\n");
}

/** The options that at least three commands have, with the same description. */
function sharedOptions(commands: readonly CommandFacts[]): Rows {
  const groups = Map.groupBy(commands.flatMap(({ options }) => options), (row) => row.join());
  return [...groups.values()].filter(({ length }) => length > 2).flatMap((rows) => rows.slice(0, 1));
}

function link({ page }: CommandFacts): string {
  return `#${page}`;
}

function section(command: CommandFacts, resources: readonly CommandFacts[], shared: Rows): string {
  const { path, summary, details, usages, commands, options, examples, fields } = command;
  const below = commands.map((one) => `- [${one.path}](${link(one)}): ${prose(one.summary)}\n`).join("");
  return [
    `## ${path}\n`,
    `${sentence(summary)}\n`,
    usages.map((usage) => `- ${code(usage)}\n`).join(""),
    ...details.map(paragraph),
    // A heading per command would have the same anchor several times on one page.
    ...(below ? [`**Commands**\n\n${below}`] : []),
    ...(options.length > 0 ? [`**Options**\n\n${optionsOf(options, shared)}`] : []),
    ...(fields.length > 0 ? [`**JSON fields**\n\n${fieldsOf(command, resources)}\n`] : []),
    ...(examples.length > 0 ? [`**Examples**\n\n${list(examples.map(([what, line]) => [line, what]))}`] : []),
  ].join("\n");
}

/** The options of a command: its own with their descriptions, and the names of those that several commands share. */
function optionsOf(options: Rows, shared: Rows): string {
  const isShared = (row: Rows[number]) => shared.some((one) => one.join() === row.join());
  const names = options.filter(isShared).map(([name]) => code(name.trim()));
  const rest = names.length > 0 ? `- [Shared](#shared-options): ${names.join(", ")}\n` : "";
  return list(options.filter((row) => !isShared(row))) + rest;
}

/** The JSON fields of a command. Those of a resource are named where the resource's own command lists them. */
function fieldsOf({ path, fields }: CommandFacts, resources: readonly CommandFacts[]): string {
  const shared = resources.filter((one) => one.path !== path && one.fields.every((field) => fields.includes(field)));
  const named = new Set(shared.flatMap((one) => one.fields));
  const links = shared.map((one) => `those of [${one.path}](${link(one)})`);
  return [...links, ...fields.filter((field) => !named.has(field)).map(code)].join(", ");
}

function sentence(text: string): string {
  return `${prose(text)}${/[.?!]$/.test(text) ? "" : "."}`;
}

/** A paragraph of a description; lines that are indented are an enumeration of words to be copied. */
function paragraph(text: string): string {
  if (!text.startsWith("  ")) return `${prose(text.replaceAll("\n", " "))}\n`;
  return text.split("\n").map((line) => `- ${code(line.trim())}\n`).join("");
}

function list(rows: Rows): string {
  return rows.map(([left, right]) => `- ${code(left.trim())}: ${prose(right)}\n`).join("");
}

/** Text with \`code\` in it; what Markdown would read in the rest is escaped. */
function prose(text: string): string {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? code(part) : part.replaceAll(/[\\*<>[\]|]|(?<!\w)_|_(?!\w)/g, "\\$&")
  )
    .join("");
}

function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text}${fence}`;
}
