/**
 * Writes `docs/llms.txt`, an overview of the documentation for language models: pages, examples and every operation, each
 * with the first sentence of its source.
 */
import { GUIDES } from "./guides.ts";

const ROOT = new URL("../../", import.meta.url);
/** The files that declare the groups of a client. */
const GROUPS = ["src/session/auth_namespace.ts", "src/session/namespaces.ts"];

/** The text of `docs/llms.txt`. */
export async function llms(): Promise<string> {
  const [intro = ""] = paragraphs(await read("README.md"));
  const pages = await Promise.all(
    GUIDES.flatMap(({ pages }) => pages).map(async (name) => {
      const text = await read(`docs/${name}.md`);
      return `- [${/^# (.*)/.exec(text)?.[1]}](${name}.md): ${summaryOf(text)}\n`;
    }),
  );
  const examples = await Promise.all((await exampleNames()).map(async (name) => {
    const [, text = ""] = /^\/\*\*\n([^]*?)\n \*\//.exec(await read(`examples/${name}`)) ?? [];
    return `- [${name}](../examples/${name}): ${sentence(plain(text))}\n`;
  }));
  const groups = (await Promise.all(GROUPS.map(read))).flatMap(groupsOf);
  const operations = groups.map(({ name, lines }) => `\n### client.${name}\n\n${lines.join("")}`).join("");
  return `# tonearm\n\n> ${intro}\n\n## Pages\n\n${pages.join("")}\n## Examples\n\n${examples.join("")}\n` +
    `## Operations\n${operations}`;
}

/** Returns the groups that a module declares as interfaces, with a line for each operation. */
export function groupsOf(text: string): { name: string; lines: string[] }[] {
  return [...text.matchAll(/^export interface (\w+)Api \{\n([^]*?)^\}/gm)].map(([, name = "", body = ""]) => ({
    name: name.charAt(0).toLowerCase() + name.slice(1),
    lines: [...body.matchAll(/^ {2}\/\*\*([^]*?)\*\/\n {2}([^]*?;)$/gm)].map(([, comment = "", declaration = ""]) =>
      `- \`${signature(declaration)}\`: ${sentence(plain(comment))}\n`
    ),
  }));
}

/** Returns the first sentence of a page, without links. */
export function summaryOf(page: string): string {
  return sentence(paragraphs(page)[0] ?? "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

/** A declaration in one line. */
function signature(declaration: string): string {
  return declaration.replaceAll(/\s+/g, " ").replace(/;$/, "").replaceAll("( ", "(").replaceAll(", )", ")");
}

/** The text of a comment up to its first tag. */
function plain(comment: string): string {
  const words = comment.replaceAll(/^ *\* ?/gm, "").trim().split(/\n@/)[0] ?? "";
  return words.replaceAll(/\{@linkcode (?:\w+\.)?(\w+)\}/g, "$1");
}

function sentence(text: string): string {
  return /^[^]*?\.(?=\s|$)/.exec(text.replaceAll(/\s+/g, " "))?.[0] ?? text;
}

/** The paragraphs below the title. */
function paragraphs(text: string): string[] {
  return text.split("\n\n").slice(1).filter((part) => /^[\w`_]/.test(part)).map((part) => part.replaceAll("\n", " "));
}

async function exampleNames(): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(new URL("examples/", ROOT)));
  return entries.map(({ name }) => name).filter((name) => name.endsWith(".ts") && name !== "connect.ts").sort();
}

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}
