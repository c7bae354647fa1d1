/** Manual pages of the commands, in the `man` macros that every `man` understands. */
import { ENVIRONMENT } from "../../../cli/commands/help/topics.ts";
import { EXITS } from "../../../cli/errors.ts";
import type { Rows } from "../../../cli/output/help.ts";
import { wrap } from "../../../cli/output/wrap.ts";
import { VERSION } from "../../../cli/version.ts";
import { REPOSITORY } from "../../project.ts";
import { type CommandFacts, commandTree, flatten } from "./tree.ts";

/** The line length that `man` sources should have. */
const COLUMNS = 78;
const ROOT = new URL("../../../", import.meta.url);

/** The pages by their file names: `tonearm.1`, `tonearm-playlist-add.1`. */
async function manPages(): Promise<ReadonlyMap<string, string>> {
  const root = await commandTree();
  const date = await changedOn();
  return new Map(flatten(root).map((command) => [`${command.page}.1`, page(command, root, date)]));
}

/** Writes the pages into a folder; returns their sorted names. */
export async function writeManPages(folder: string): Promise<readonly string[]> {
  await Deno.mkdir(folder, { recursive: true });
  const pages = await manPages();
  for (const [name, text] of pages) await Deno.writeTextFile(`${folder}/${name}`, text);
  return [...pages.keys()].toSorted();
}

/** The day of the source, by `SOURCE_DATE_EPOCH` or the commit: it produces the same pages on any day. Else today. */
async function changedOn(): Promise<string> {
  const git = new Deno.Command("git", { args: ["log", "-1", "--format=%ct"], cwd: ROOT, stderr: "null" });
  const committed = () => git.output().then(({ stdout }) => new TextDecoder().decode(stdout).trim(), () => "");
  const seconds = Deno.env.get("SOURCE_DATE_EPOCH") || await committed();
  return new Date(seconds === "" ? Date.now() : Number(seconds) * 1000).toISOString().slice(0, 10);
}

function page(command: CommandFacts, root: CommandFacts, date: string): string {
  const isRoot = command === root;
  const { details, commands, options, examples, fields } = command;
  return [
    `.TH ${command.page.toUpperCase()} 1 ${date} "tonearm ${VERSION}" "tonearm manual"`,
    ".SH NAME",
    ...broken(`${command.page} - ${lowerFirst(command.summary)}`).map((line) => line.replace(" - ", " \\- ")),
    ".SH SYNOPSIS",
    ...lines(command.usages),
    ".SH DESCRIPTION",
    ...paragraphs(
      isRoot ? [command.summary, "`tonearm` does from a terminal what a program does with the API."] : [
        command.summary,
        ...details,
      ],
    ),
    ...section("COMMANDS", entries(commands.map(({ path, summary }) => [path, summary]))),
    ...section("OPTIONS", entries(options)),
    ...(isRoot ? [] : [".SH GLOBAL OPTIONS", "See", `.BR tonearm (1).`]),
    ...section("GLOBAL OPTIONS", entries(command.globalOptions)),
    ...section("JSON FIELDS", fields.length > 0 ? broken(fields.join(", ")) : []),
    ...section("EXAMPLES", entries(examples.map(([purpose, line]) => [line, purpose]))),
    ...(isRoot ? closing() : []),
    ".SH SEE ALSO",
    ...seeAlso(command, root),
    "",
  ].join("\n");
}

function closing(): string[] {
  const exits: Rows = Object.values(EXITS).map(({ code, meaning }) => [String(code), meaning] as const);
  return [
    ...section("ENVIRONMENT", entries(ENVIRONMENT)),
    ...section("EXIT STATUS", entries([["0", "ok"], ...exits])),
    ".SH BUGS",
    ...broken(`${REPOSITORY}/issues`),
  ];
}

function seeAlso(command: CommandFacts, root: CommandFacts): string[] {
  const others = command === root ? root.commands : [root, ...command.commands];
  return others.map(({ page }, index) => `.BR ${literal(page)} (1)${index < others.length - 1 ? "," : ""}`);
}

function section(title: string, content: readonly string[]): readonly string[] {
  return content.length > 0 ? [`.SH ${title}`, ...content] : [];
}

function entries(rows: Rows): string[] {
  return rows.flatMap(([left, right]) => [".TP", `\\fB${literal(left.trim())}\\fP`, ...broken(right)]);
}

function paragraphs(texts: readonly string[]): string[] {
  return texts.flatMap((text, index) => {
    const start = index === 0 ? [] : [".PP"];
    if (text.startsWith("  ")) return [...start, ...lines(text.split("\n").map((line) => line.trim()))];
    return [...start, ...broken(text)];
  });
}

/** Lines without wrapping. */
function lines(all: readonly string[]): string[] {
  return [".nf", ...all.map((line) => guarded(literal(line))), ".fi"];
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) && !text.startsWith("SoundCloud")
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": "\\-",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
  '"': "\\(dq",
};

/** Literal text. */
function literal(text: string): string {
  return text.replaceAll(/[\\\-'`^~"]/g, (character) => SPECIAL[character] ?? character).replaceAll(
    /[^\x20-\x7e]/g,
    named,
  );
}

/** Prose, with `code` in bold. */
function prose(text: string): string {
  return text.split("`").map((part, index) => {
    if (index % 2 === 1) return `\\fB${literal(part)}\\fP`;
    return part.replaceAll("\\", "\\e").replaceAll(/[^\x20-\x7e]/g, named);
  }).join("");
}

function named(character: string): string {
  return `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}

/** Prose, wrapped into lines. */
function broken(text: string): string[] {
  return wrap(prose(text.replaceAll("\n", " ")), COLUMNS).map(guarded);
}

/** Escapes a line that would start with a macro. */
function guarded(line: string): string {
  return /^[.']/.test(line) ? `\\&${line}` : line;
}
