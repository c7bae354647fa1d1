/** The reference of the commands in Markdown: a page for each, and `docs/command-line/commands.md` with all of them. */
import { groupedNames } from "../../../cli/commands.ts";
import type { Rows } from "../../../cli/output/help.ts";
import { type CommandFacts, commandTree, flatten } from "./tree.ts";

/** A command's page. */
export interface CommandPage {
  /** The command's full name: `tonearm playlist add`. */
  readonly path: string;
  /** The name of the page, without an extension: `tonearm-playlist-add`. */
  readonly page: string;
  /** One line. */
  readonly summary: string;
  /** The page, with the title as its first line. */
  readonly markdown: string;
}

const INTRO = `# Commands

Every command of \`tonearm\` with its options and examples, as in its \`--help\`: \`deno task docs\` writes this
page from the commands. [The command line](cli.md) shows them at work.

The examples use names and ids of the sandbox: after \`export TONEARM_SANDBOX=1\` they run without an account. Playlist 121
is the one that the example of \`tonearm playlist create\` makes. Those with \`--url\` for another player need a sandbox that
is served: \`tonearm sandbox exec --user 1 -- bash\`.
`;

/** The commands that show one resource. */
const RESOURCES = ["tonearm track", "tonearm user", "tonearm playlist"];

/** A page for each command, the root first. Links between them end with \`.md\`. */
export async function commandPages(): Promise<readonly CommandPage[]> {
  return flatten(await commandTree()).map((command) => {
    const { path, page, summary } = command;
    return { path, page, summary, markdown: `# ${path}\n\n${body(command, "##", ({ page }) => `${page}.md`)}` };
  });
}

/** `docs/command-line/commands.md`, not yet formatted. */
export async function commandsPage(): Promise<string> {
  const [root, ...commands] = flatten(await commandTree());
  if (!root) throw new TypeError("there are no commands");
  const link = ({ page }: CommandFacts) => `#${page}`;
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
  const sections = commands.map((command) => `## ${command.path}\n\n${body(command, "###", link, resources)}`);
  return [
    INTRO,
    groups.join(""),
    `## Options of every command\n\n${list(root.globalOptions)}`,
    ...sections,
  ].join("\n");
}

type Link = (command: CommandFacts) => string;

function body(command: CommandFacts, mark: string, link: Link, resources: readonly CommandFacts[] = []): string {
  const { summary, details, usages, commands, options, globalOptions, examples, fields } = command;
  // A heading per command would have the same anchor several times on one page.
  const label = (title: string) => mark === "##" ? `## ${title}\n\n` : `**${title}**\n\n`;
  const below = commands.map((one) => `- [${one.path}](${link(one)}): ${prose(one.summary)}\n`).join("");
  return [
    `${sentence(summary)}\n`,
    usages.map((usage) => `- ${code(usage)}\n`).join(""),
    ...details.map(paragraph),
    ...(below ? [label("Commands") + below] : []),
    ...(options.length > 0 ? [label("Options") + list(options)] : []),
    ...(globalOptions.length > 0 ? [label("Global options") + list(globalOptions)] : []),
    ...(fields.length > 0 ? [`${label("JSON fields")}${fieldsOf(command, link, resources)}\n`] : []),
    ...(examples.length > 0 ? [label("Examples") + list(examples.map(([what, line]) => [line, what]))] : []),
  ].join("\n");
}

/** The JSON fields of a command. Those of a resource are named where the resource's own command lists them. */
function fieldsOf({ path, fields }: CommandFacts, link: Link, resources: readonly CommandFacts[]): string {
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
