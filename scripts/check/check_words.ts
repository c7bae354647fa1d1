/**
 * Checks pages, comments, help and messages: the spelling with cspell, and Google's developer style with rules of
 * textlint. `words/cspell.json` has the settings, `words/dictionary.txt` the words of the project, and
 * `words/terms.json` its terms, each after the phrases that it replaces.
 */
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { spellCheckDocument } from "cspell-lib";
import google from "retext-google-styleguide/index.json" with { type: "json" };
import terminology from "textlint-rule-terminology";
import writeGood from "textlint-rule-write-good";
import { createHash } from "node:crypto";
import { projectFiles } from "../project_files.ts";
import { textOf } from "./words/text.ts";
import spelling from "./words/cspell.json" with { type: "json" };
import rules from "./words/textlint.json" with { type: "json" };
import terms from "./words/terms.json" with { type: "json" };

const ROOT = new URL("../../", import.meta.url);
/** Keeps which texts were right. */
const RIGHT = new URL("coverage/words.json", ROOT);
const HERE = new URL("words/", import.meta.url);
/** Pages, and sources whose comments, help and messages are read. */
const READ = /^(?:mod\.ts$|(?:src|cli|sandbox)\/.*\.ts$|docs\/llms\.txt$|.*\.md$)/;
/** Licences, a code of conduct, and data of tests. */
const FOREIGN = /^(?:NOTICES\.md|\.github\/CODE_OF_CONDUCT\.md|tests\/|scripts\/)/;

/** Google's list of words, where it has one to write instead, apart from words that mean another thing here. */
const GOOGLE: readonly (readonly [string, string])[] = Object.entries(google).flatMap(([word, { replace }]) =>
  replace[0] && !rules.google.exclude.includes(word) ? [[RegExp.escape(word), replace[0]]] : []
);

const kernel = new TextlintKernel();
const settings = {
  ...spelling,
  words: (await Deno.readTextFile(new URL("dictionary.txt", HERE))).split("\n").filter(Boolean),
};
const style = {
  ext: ".md",
  plugins: [{ pluginId: "markdown", plugin: markdown.default }],
  rules: [
    { ruleId: "terminology", rule: terminology, options: { ...rules.terminology, terms: [...GOOGLE, ...terms] } },
    { ruleId: "write-good", rule: writeGood.default, options: rules["write-good"] },
  ],
};

/** Returns the complaints about a page or a source, as `path:line: complaint`. */
export async function complaints(path: string, source: string): Promise<string[]> {
  const text = path.endsWith(".ts") ? textOf(source) : source;
  const document = { uri: new URL(path, ROOT).href, text, languageId: "markdown", locale: spelling.language };
  const { issues } = await spellCheckDocument(document, { generateSuggestions: false, noConfigSearch: true }, settings);
  const { messages } = await kernel.lintText(text, style);
  return [
    ...issues.map(({ text: word, offset }) => ({
      line: text.slice(0, offset).split("\n").length,
      message: `"${word}" is in no dictionary (scripts/check/words/dictionary.txt)`,
    })),
    ...messages,
  ].map(({ line, message }) => `${path}:${line}: ${message}`);
}

/** Returns the complaints about files. A text that had none isn't checked again, until a setting changes. */
async function checkAll(paths: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(paths.map((path) => Deno.readTextFile(new URL(path, ROOT))));
  const rest = JSON.stringify([settings, rules, terms]);
  const keys = texts.map((text) => createHash("sha256").update(rest + text).digest("hex"));
  const right = new Set<string>(await Deno.readTextFile(RIGHT).then(JSON.parse, () => []));
  const found: string[] = [];
  for (const [index, path] of paths.entries()) {
    if (right.has(keys[index]!)) continue;
    const own = await complaints(path, texts[index]!);
    found.push(...own);
    if (own.length === 0) right.add(keys[index]!);
  }
  await Deno.mkdir(new URL("./", RIGHT), { recursive: true });
  await Deno.writeTextFile(RIGHT, JSON.stringify(keys.filter((key) => right.has(key))));
  return found;
}

if (import.meta.main) {
  const named = Deno.args.length > 0 ? Deno.args : await projectFiles();
  const found = await checkAll(named.filter((path) => READ.test(path) && !FOREIGN.test(path)));
  for (const complaint of found) console.error(complaint);
  Deno.exit(found.length > 0 ? 1 : 0);
}
