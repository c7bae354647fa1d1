// Faults of the languages inside texts: regular expressions, SQL and Lua.
import ts from "typescript";
import type { Change, Operator } from "./change.ts";

/** What a pattern finds becomes something else. */
type Rule = readonly [found: RegExp, replacement: string];

const SQL = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|WITH|PRAGMA)\b|\b(?:WHERE|ORDER BY|LEFT JOIN)\b/;
const LUA = /\bcall\("[A-Z]+"|\bredis\.call\(|^\s*local \w/m;

const BOUNDARIES: readonly Rule[] = [
  [/(?<= )<=(?= )/g, "<"],
  [/(?<= )>=(?= )/g, ">"],
  [/(?<= )<(?= )/g, "<="],
  [/(?<= )>(?= )/g, ">="],
];
const SQL_RULES: readonly Rule[] = [
  ...BOUNDARIES,
  [/(?<=\bWHERE [^]*) = (?=[?:$\w])/g, " <> "],
  [/\bAND\b/g, "OR"],
  [/\bOR\b(?! (?:REPLACE|IGNORE))/g, "AND"],
  [/ DESC\b/g, ""],
  [/ (?:NOT )?NULL\b/g, " NOT NULL"],
  [/\bmin\(/gi, "max("],
  [/\bmax\(/gi, "min("],
  [/ (?:UNIQUE|DISTINCT)\b/g, ""],
  [/\bOR (?:REPLACE|IGNORE)\b /g, ""],
  [/ ON CONFLICT\b[^`";)]*/g, ""],
  [/(?<= )\+(?= )/g, "-"],
];
const LUA_RULES: readonly Rule[] = [
  ...BOUNDARIES,
  [/(?<= )==(?= )/g, "~="],
  [/(?<= )\+(?= )/g, "-"],
  [/(?<= )-(?= )/g, "+"],
  [/(?<= )and(?= )/g, "or"],
  [/(?<= )or(?= )/g, "and"],
  [/\bnot /g, ""],
  [/\bmath\.max\b/g, "math.min"],
  [/\bmath\.min\b/g, "math.max"],
  [/\b1000\b/g, "1"],
  [/^ *call\(.*\)$/gm, ""],
];

/** Returns the faults of a node. */
export function changesOfTexts(node: ts.Node): Change[] {
  if (ts.isRegularExpressionLiteral(node)) return ofExpression(node);
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return [];
  const text = node.getText();
  if (LUA.test(text)) return ofRules("script text", node, LUA_RULES);
  return SQL.test(text.slice(1)) ? ofRules("query text", node, SQL_RULES) : [];
}

/** Applies each rule to each place of the text, but for the code inside a template. */
function ofRules(operator: Operator, node: ts.Node, rules: readonly Rule[]): Change[] {
  const text = node.getText();
  const code = ts.isTemplateExpression(node) ? node.templateSpans.map(({ expression }) => expression) : [];
  const isCode = (at: number) => code.some((one) => one.getStart() <= at && at < one.getEnd());
  return rules.flatMap(([found, replacement]) =>
    [...text.matchAll(found)].flatMap(({ 0: whole, index }) => {
      const start = node.getStart() + index;
      const isSame = whole === replacement || isCode(start);
      return isSame ? [] : [{ operator, start, end: start + whole.length, replacement }];
    })
  );
}

/** Drops an anchor, a quantifier or a flag, where the rest is still an expression. */
function ofExpression(node: ts.RegularExpressionLiteral): Change[] {
  const text = node.getText();
  const close = text.lastIndexOf("/");
  const ranges = [
    ...partsOf(text.slice(1, close)).map(({ start, end }) => ({ start: start + 1, end: end + 1 })),
    ...[...text.slice(close + 1)].map((_, index) => ({ start: close + 1 + index, end: close + 2 + index })),
  ];
  const fewer = ranges.map(({ start, end }) => text.slice(0, start) + text.slice(end)).filter(isExpression);
  const [start, end] = [node.getStart(), node.getEnd()];
  return fewer.map((replacement) => ({ operator: "regular expression", start, end, replacement }));
}

/** The anchors and quantifiers of an expression, outside classes. */
function partsOf(source: string): { start: number; end: number }[] {
  const tokens = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|[\^$]|[*+?]\??|\{\d+(?:,\d*)?\}\??/g;
  return [...source.matchAll(tokens)].filter(([token]) => /^[\^$*+?{]/.test(token))
    .map(({ 0: token, index }) => ({ start: index, end: index + token.length }));
}

function isExpression(text: string): boolean {
  const close = text.lastIndexOf("/");
  // A comment begins with two slashes.
  if (text.startsWith("//")) return false;
  try {
    return new RegExp(text.slice(1, close), text.slice(close + 1)) instanceof RegExp;
  } catch {
    return false;
  }
}
