// Expressions of templates: `.user.username`, `$x`, `"text"`, `1`, `(join ", " .tags)`, and pipelines of them.
import { usage } from "../errors.ts";
import { readJson } from "../output/json.ts";

export type Expression =
  | { readonly kind: "constant"; readonly value: unknown }
  /** Fields of the current value, or of a variable. */
  | { readonly kind: "path"; readonly variable: string | undefined; readonly fields: readonly string[] }
  /** Fields of an expression in parentheses: `(index . 0).title`. */
  | { readonly kind: "fields"; readonly of: Expression; readonly fields: readonly string[] }
  | { readonly kind: "call"; readonly name: string; readonly given: readonly Expression[] };

const WORD =
  /\s*(?:("(?:[^"\\]|\\.)*")|`([^`]*)`|(-?\d+(?:\.\d+)?)(?![\w.])|(\$?\w*(?:\.\w+)+|\$\w*|\.)|(\w+)|([(|]|\)(?:\.\w+)*))/y;
const CONSTANTS: ReadonlyMap<string, unknown> = new Map(Object.entries({ true: true, false: false, nil: null }));

/** Reads an expression; the value before `|` becomes the last argument of the function after it. */
export function parseExpression(source: string): Expression {
  const words = wordsOf(source);
  const expression = pipeline(words);
  if (words.length > 0) throw unreadable(source);
  return expression;
}

/** Fields that follow a closing parenthesis are part of it. */
type Mark = "(" | "|" | `)${string}`;
type Word = Expression | Mark | { readonly kind: "name"; readonly name: string };

function wordsOf(source: string): Word[] {
  const words: Word[] = [];
  for (WORD.lastIndex = 0; source.slice(WORD.lastIndex).trim() !== "";) {
    const match = WORD.exec(source);
    if (!match) throw unreadable(source);
    words.push(wordOf(match));
  }
  return words;
}

function wordOf([, quoted, raw, number, path, name, mark]: RegExpExecArray): Word {
  if (quoted !== undefined) return { kind: "constant", value: textOf(quoted) };
  if (raw !== undefined) return { kind: "constant", value: raw };
  if (number !== undefined) return { kind: "constant", value: Number(number) };
  if (path !== undefined) {
    const [head = "", ...fields] = path.split(".").filter((part, index) => index === 0 || part !== "");
    return { kind: "path", variable: head.startsWith("$") ? head.slice(1) : undefined, fields };
  }
  if (name !== undefined) {
    return CONSTANTS.has(name) ? { kind: "constant", value: CONSTANTS.get(name) } : { kind: "name", name };
  }
  return mark as Mark;
}

/** JSON's escapes are Go's, but for a few that Go has more; a tab needs none in Go. */
function textOf(quoted: string): unknown {
  const text = readJson(quoted.replaceAll("\t", "\\t"));
  if (text === undefined) throw unreadable(quoted);
  return text;
}

/** Takes a pipeline from the words, as the functions below take its parts. */
function pipeline(words: Word[]): Expression {
  let expression = command(words);
  while (words[0] === "|") {
    words.shift();
    const next = command(words);
    if (next.kind !== "call") throw unreadable("a pipeline must lead to a function");
    expression = { ...next, given: [...next.given, expression] };
  }
  return expression;
}

function command(words: Word[]): Expression {
  const [first] = words;
  if (typeof first !== "object" || first.kind !== "name") return operand(words);
  words.shift();
  const given: Expression[] = [];
  while (words.length > 0 && words[0] !== "|" && !isEnd(words[0])) given.push(operand(words));
  return { kind: "call", name: first.name, given };
}

function isEnd(word: Word | undefined): word is `)${string}` {
  return typeof word === "string" && word.startsWith(")");
}

function operand(words: Word[]): Expression {
  const word = words.shift();
  if (word === "(") {
    const inner = pipeline(words);
    const end = words.shift();
    if (!isEnd(end)) throw unreadable("a parenthesis is not closed");
    const [, ...fields] = end.split(".");
    return fields.length > 0 ? { kind: "fields", of: inner, fields } : inner;
  }
  if (typeof word !== "object") throw unreadable("a value is missing");
  // A bare name is a function without arguments.
  return word.kind === "name" ? { kind: "call", name: word.name, given: [] } : word;
}

export function unreadable(what: string): Error {
  return usage(`--template is invalid: ${what}`, "See `tonearm help formatting`.");
}
