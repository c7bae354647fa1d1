// Templates in the notation of Go's `text/template`, as far as the output of commands needs it: fields, pipelines,
// variables, `if`, `range`, `with`, comments and trimming.
// See https://pkg.go.dev/text/template
import { type Expression, parseExpression, unreadable } from "./expression.ts";

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly of: Expression }
  | { readonly kind: "set"; readonly name: string; readonly to: Expression; readonly isNew: boolean }
  | Block;

export interface Block {
  readonly kind: "if" | "range" | "with";
  readonly of: Expression;
  /** The variables that `range $key, $value := …` sets. */
  readonly names: readonly string[];
  readonly body: readonly Part[];
  readonly otherwise: readonly Part[];
}

interface Token {
  readonly kind: "text" | "action";
  readonly text: string;
}

/** An action; quoted text may contain its end. */
const ACTION = /\{\{(- |-(?=\/))?\s*((?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?!\s*-?\}\})[^])*)\s*?( -)?\s*\}\}/g;

export function parseTemplate(source: string): readonly Part[] {
  const { parts, end } = readParts(tokensOf(source).values());
  if (end !== undefined) throw unreadable(`{{${end}}} has no matching block`);
  return parts;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let trims = false;
  for (const match of source.matchAll(ACTION)) {
    const [whole, before, action = "", after] = match;
    const text = source.slice(at, match.index);
    const left = trims ? text.trimStart() : text;
    tokens.push({ kind: "text", text: before ? left.trimEnd() : left }, { kind: "action", text: action.trim() });
    trims = after !== undefined;
    at = match.index + whole.length;
  }
  const rest = source.slice(at);
  if (rest.includes("{{")) throw unreadable("an action is not closed");
  return [...tokens, { kind: "text", text: trims ? rest.trimStart() : rest }];
}

/** Reads the tokens up to the end of a block. The iterator of an array stays open when a loop ends early. */
function readParts(tokens: ArrayIterator<Token>): { parts: Part[]; end: string | undefined } {
  const parts: Part[] = [];
  for (const token of tokens) {
    if (token.kind === "text") {
      if (token.text !== "") parts.push(token as Part & Token);
    } else if (token.text === "end" || /^else\b/.test(token.text)) {
      return { parts, end: token.text };
    } else if (!token.text.startsWith("/*")) {
      parts.push(readAction(token.text, tokens));
    }
  }
  return { parts, end: undefined };
}

function readAction(text: string, tokens: ArrayIterator<Token>): Part {
  const [, kind, rest = ""] = /^(if|range|with)\s+([^]*)$/.exec(text) ?? [];
  if (kind === "if" || kind === "range" || kind === "with") return readBlock(kind, rest, tokens);
  const [, name, colon, value = ""] = /^\$(\w+)\s*(:?)=\s*([^]*)$/.exec(text) ?? [];
  if (name !== undefined) return { kind: "set", name, to: parseExpression(value), isNew: colon === ":" };
  return { kind: "value", of: parseExpression(text) };
}

function readBlock(kind: Block["kind"], text: string, tokens: ArrayIterator<Token>): Block {
  const [, names, value = text] = /^(\$\w+(?:\s*,\s*\$\w+)?)\s*:=\s*([^]*)$/.exec(text) ?? [];
  const { parts: body, end } = readParts(tokens);
  const shared = { kind, of: parseExpression(value), names: names?.match(/\w+/g) ?? [], body };
  if (end === "end") return { ...shared, otherwise: [] };
  if (end === undefined) throw unreadable(`{{${kind}}} has no {{end}}`);
  const chained = /^else\s+(if|with)\s+([^]*)$/.exec(end);
  if (chained?.[1] === "if" || chained?.[1] === "with") {
    return { ...shared, otherwise: [readBlock(chained[1], chained[2] ?? "", tokens)] };
  }
  const { parts: otherwise, end: last } = readParts(tokens);
  if (last !== "end") throw unreadable(`{{${kind}}} has no {{end}}`);
  return { ...shared, otherwise };
}
