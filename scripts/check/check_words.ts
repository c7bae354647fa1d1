/**
 * Checks the spelling, in British English, of the documentation, of comments, of error messages and of test names, and
 * that they use no phrase of `words/forbidden.ts`. Words of the project are in `words/dictionary.txt`.
 *
 * @module
 */
import dictionary from "dictionary-en-gb";
import nspell from "nspell";
import { FORBIDDEN } from "./words/forbidden.ts";
import { sentencesOf } from "./words/code.ts";
import { proseOf, wordsOf } from "./words/prose.ts";

const ROOT = new URL("../../", import.meta.url);
const OWN_WORDS = "scripts/check/words/dictionary.txt";
/** Folders whose Markdown is checked, with `docs/llms.txt`. */
const FOLDERS = [
  "",
  "docs/",
  "examples/",
  "docs/skills/tonearm/",
  "sandbox/",
  "cli/",
  "src/",
  "install/docker/",
  ".github/",
];
/** Folders whose comments, messages and test names are checked. */
const SOURCES = ["src", "cli", "sandbox", "tests"];
/** Files with foreign text: licences and a code of conduct. */
const FOREIGN = ["NOTICES.md", ".github/CODE_OF_CONDUCT.md"];

/** Tells whether a word is spelt correctly. */
export type Speller = (word: string) => boolean;

/** Creates a speller for English and the project's own words. */
export async function makeSpeller(): Promise<Speller> {
  const { aff, dic } = dictionary;
  const speller = nspell({ aff: new TextDecoder().decode(aff), dic: new TextDecoder().decode(dic) });
  for (const word of (await read(OWN_WORDS)).split("\n").filter(Boolean)) speller.add(word);
  const known = new Map<string, boolean>();
  return (word) => {
    const found = known.get(word) ?? speller.correct(word);
    known.set(word, found);
    return found;
  };
}

/** Returns the complaints about a page, as `path:line: complaint`. */
export function complaints(path: string, text: string, isRight: Speller): string[] {
  const prose = readable(path, text);
  const misspelt = wordsOf(prose).filter(({ text }) => !isRight(text))
    .map(({ text, line }) => `${path}:${line}: "${text}" is in no dictionary (or add it to ${OWN_WORDS})`);
  const phrases = FORBIDDEN.flatMap(([phrase, plain]) =>
    [...prose.replaceAll("\n", " ").matchAll(new RegExp(phrase, "gi"))].map(({ 0: found, index }) =>
      `${path}:${prose.slice(0, index).split("\n").length}: "${found}": say it plainly (${plain})`
    )
  );
  return [...misspelt, ...phrases];
}

function readable(path: string, text: string): string {
  return path.endsWith(".ts") ? sentencesOf(text) : proseOf(text);
}

async function* sourcesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    if (isDirectory) yield* sourcesIn(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield `${folder}/${name}`;
  }
}

/** The pages and sources that are checked. */
export async function pagesToCheck(): Promise<string[]> {
  const found = ["docs/llms.txt", "mod.ts"];
  for (const folder of SOURCES) found.push(...await Array.fromAsync(sourcesIn(folder)));
  for (const folder of FOLDERS) {
    const entries = await Array.fromAsync(Deno.readDir(new URL(folder || ".", ROOT)));
    found.push(...entries.map(({ name }) => folder + name).filter((name) => name.endsWith(".md")));
  }
  return found.filter((path) => !FOREIGN.includes(path)).sort();
}

/** Returns the project's own words that no page uses any more. */
async function unusedWords(proses: readonly string[]): Promise<string[]> {
  const used = new Set(proses.flatMap((prose) => wordsOf(prose).map(({ text }) => text.toLowerCase())));
  const own = (await read(OWN_WORDS)).split("\n").filter(Boolean);
  return own.filter((word) => !used.has(word.toLowerCase())).map((word) => `${OWN_WORDS}: no page uses "${word}"`);
}

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}

if (import.meta.main) {
  const isRight = await makeSpeller();
  const paths = await pagesToCheck();
  const texts = await Promise.all(paths.map(read));
  const found = paths.flatMap((path, index) => complaints(path, texts[index] ?? "", isRight));
  found.push(...await unusedWords(paths.map((path, index) => readable(path, texts[index] ?? ""))));
  for (const complaint of found) console.error(complaint);
  Deno.exit(found.length > 0 ? 1 : 0);
}
