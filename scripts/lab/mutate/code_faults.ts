// Faults of assignments, arithmetic, units and the members of objects.
import ts from "typescript";
import { type Change, change } from "./change.ts";

const K = ts.SyntaxKind;
/** `cache ??= make()` makes it each time. */
const CONDITIONAL: ReadonlySet<ts.SyntaxKind> = new Set([
  K.QuestionQuestionEqualsToken,
  K.BarBarEqualsToken,
  K.AmpersandAmpersandEqualsToken,
]);
const COMPOUND: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.PlusEqualsToken, "-="],
  [K.MinusEqualsToken, "+="],
  [K.AsteriskEqualsToken, "/="],
  [K.SlashEqualsToken, "*="],
  [K.BarEqualsToken, "&="],
  [K.AmpersandEqualsToken, "|="],
  [K.CaretEqualsToken, "|="],
]);
const ARITHMETIC: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.PlusToken, "-"],
  [K.MinusToken, "+"],
  [K.AsteriskToken, "/"],
  [K.SlashToken, "*"],
  [K.PercentToken, "*"],
  [K.AmpersandToken, "|"],
  [K.BarToken, "&"],
  [K.LessThanLessThanToken, ">>"],
  [K.GreaterThanGreaterThanToken, "<<"],
]);
const NEIGHBOUR: ReadonlyMap<string, string> = new Map([
  ["Math.min", "Math.max"],
  ["Math.max", "Math.min"],
  ["Math.floor", "Math.ceil"],
  ["Math.ceil", "Math.floor"],
]);
/** A unit, and the next smaller one, or the one that it is mistaken for. */
const UNITS: ReadonlyMap<number, string> = new Map([
  [60, "1"],
  [1000, "1"],
  [1024, "1000"],
  [3600, "60"],
  [60_000, "1000"],
  [86_400, "3600"],
  [3_600_000, "60000"],
  [86_400_000, "3600000"],
]);

/** Returns the faults of a node. */
export function changesOfCode(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return ofStep(node);
  if (ts.isPropertyAccessExpression(node)) return ofMath(node);
  if (ts.isNumericLiteral(node)) return ofUnit(node);
  return ts.isObjectLiteralExpression(node) ? ofMembers(node) : [];
}

function ofBinary({ operatorToken, left, right }: ts.BinaryExpression): Change[] {
  const { kind } = operatorToken;
  if (CONDITIONAL.has(kind)) return [change("assignment", operatorToken, "=")];
  // Texts are joined, too, and can't be subtracted.
  if (isText(left) || isText(right)) return [];
  const compound = COMPOUND.get(kind);
  if (compound) return [change("compound assignment", operatorToken, compound)];
  const other = ARITHMETIC.get(kind);
  return other ? [change("arithmetic", operatorToken, other)] : [];
}

function isText(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** `i++` becomes `i--`, but for a loop, which would not end. */
function ofStep(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Change[] {
  const { operator, operand, parent } = node;
  const isStep = operator === K.PlusPlusToken || operator === K.MinusMinusToken;
  if (!isStep || ts.isForStatement(parent)) return [];
  const [name, other] = [operand.getText(), operator === K.PlusPlusToken ? "--" : "++"];
  return [change("compound assignment", node, ts.isPrefixUnaryExpression(node) ? other + name : name + other)];
}

function ofMath(node: ts.PropertyAccessExpression): Change[] {
  const other = NEIGHBOUR.get(node.getText());
  return other ? [change("min and max", node, other)] : [];
}

function ofUnit(node: ts.NumericLiteral): Change[] {
  const unit = UNITS.get(Number(node.text.replaceAll("_", "")));
  return unit ? [change("changed unit", node, unit)] : [];
}

/** Removes a member with its comma; a comment names it, so that it can be told from its neighbours. */
function ofMembers({ properties }: ts.ObjectLiteralExpression): Change[] {
  return properties.filter((one) => !ts.isMethodDeclaration(one) && !ts.isAccessor(one)).map((one) => {
    const next = properties[properties.indexOf(one) + 1];
    const end = next ? next.getStart() : one.getEnd();
    const name = (one.name ?? one).getText().replace(/\W+/g, " ").trim();
    return { operator: "removed member", start: one.getStart(), end, replacement: `/* ${name} */` };
  });
}
