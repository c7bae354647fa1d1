// Expressions of templates: `.user.username`, `$x`, `"text"`, `1`, `(join ", " .tags)`, and pipelines of them.
import { usage } from "../errors.ts";
import { readJson } from "../output/json.ts";

export type Expression =
  | { readonly kind: "constant"; readonly value: unknown }
  /** Fields of the current value, or of a variable. */
  | { readonly kind: "path"; readonly variable: string | undefined; readonly fields: readonly string[] }
  | { readonly kind: "call"; readonly name: string; readonly given: readonly Expression[] };

const WORD =
  /\s*(?:("(?:[^"\\]|\\.)*")|`([^`]*)`|(-?\d+(?:\.\d+)?)(?![\w.])|(\$?\w*(?:\.\w+)+|\$\w*|\.)|(\w+)|([()|]))/y;
const CONSTANTS: ReadonlyMap<string, unknown> = new Map(Object.entries({ true: true, false: false, nil: null }));

/** Reads an expression; the value before `|` becomes the last argument of the function after it. */
export function parseExpression(source: string): Expression {
  const words = wordsOf(source);
  const { expression, at } = pipeline(words, 0);
  if (at < words.length) throw unreadable(source);
  return expression;
}

type Word = Expression | "(" | ")" | "|" | { readonly kind: "name"; readonly name: string };

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
  return mark as "(" | ")" | "|";
}

/** JSON's escapes are Go's, but for a few that Go has more; a tab needs none in Go. */
function textOf(quoted: string): unknown {
  const text = readJson(quoted.replaceAll("\t", "\\t"));
  if (text === undefined) throw unreadable(quoted);
  return text;
}

interface Read {
  readonly expression: Expression;
  readonly at: number;
}

function pipeline(words: readonly Word[], from: number): Read {
  let { expression, at } = command(words, from);
  while (words[at] === "|") {
    const next = command(words, at + 1);
    if (next.expression.kind !== "call") throw unreadable("a pipeline must lead to a function");
    expression = { ...next.expression, given: [...next.expression.given, expression] };
    at = next.at;
  }
  return { expression, at };
}

function command(words: readonly Word[], from: number): Read {
  const first = words[from];
  if (typeof first !== "object" || first.kind !== "name") return operand(words, from);
  const given: Expression[] = [];
  let at = from + 1;
  while (at < words.length && words[at] !== "|" && words[at] !== ")") {
    const next = operand(words, at);
    given.push(next.expression);
    at = next.at;
  }
  return { expression: { kind: "call", name: first.name, given }, at };
}

function operand(words: readonly Word[], at: number): Read {
  const word = words[at];
  if (word === "(") {
    const inner = pipeline(words, at + 1);
    if (words[inner.at] !== ")") throw unreadable("a parenthesis is not closed");
    return { expression: inner.expression, at: inner.at + 1 };
  }
  if (typeof word !== "object") throw unreadable("a value is missing");
  // A bare name is a function without arguments.
  return { expression: word.kind === "name" ? { kind: "call", name: word.name, given: [] } : word, at: at + 1 };
}

function unreadable(source: string): Error {
  return usage(`--template is invalid: ${source}`, "See `tonearm help formatting`.");
}
