// Small faults, made on the syntax tree.
import ts from "typescript";
import { type Change, change, type Operator } from "./change.ts";
import { changesOfCode } from "./code_faults.ts";
import { changesOfOrder } from "./order_faults.ts";
import { changesOfTexts } from "./text_faults.ts";

/** One small fault of a file. */
export interface Fault {
  readonly path: string;
  readonly operator: Operator;
  /** Its first line, from 1. */
  readonly line: number;
  /** The range of the replaced text. */
  readonly start: number;
  readonly end: number;
  /** The replacement. */
  readonly replacement: string;
}

const K = ts.SyntaxKind;
const OPPOSITE: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.EqualsEqualsEqualsToken, "!=="],
  [K.ExclamationEqualsEqualsToken, "==="],
  [K.EqualsEqualsToken, "!="],
  [K.ExclamationEqualsToken, "=="],
  [K.LessThanToken, ">="],
  [K.LessThanEqualsToken, ">"],
  [K.GreaterThanToken, "<="],
  [K.GreaterThanEqualsToken, "<"],
]);
const NEIGHBOUR: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.LessThanToken, "<="],
  [K.LessThanEqualsToken, "<"],
  [K.GreaterThanToken, ">="],
  [K.GreaterThanEqualsToken, ">"],
]);
const LOGICAL: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [K.AmpersandAmpersandToken, "||"],
  [K.BarBarToken, "&&"],
]);

/** Functions whose arguments may be swapped. */
const COMMUTATIVE: ReadonlySet<string> = new Set(["Math.max", "Math.min", "isSameRecord"]);

/** Small numbers are counts and changed by one; large ones are times and sizes and changed by their unit. */
const LARGE = 100;

/** Returns every fault of a file, in order, except in code that compilation removes. */
export function faultsOf(path: string, text: string): Fault[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Fault[] = [];
  const visit = (node: ts.Node) => {
    if (isErased(node)) return;
    for (const { operator, start, end, replacement } of allChangesOf(node)) {
      const line = file.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ path, operator, line, start, end, replacement });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A text with a fault in it. */
export function applyFault(text: string, { start, end, replacement }: Fault): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function isErased(node: ts.Node): boolean {
  return ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node) || ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
}

function allChangesOf(node: ts.Node): Change[] {
  return [...changesOf(node), ...changesOfCode(node), ...changesOfOrder(node), ...changesOfTexts(node)];
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node)) return ofNegation(node);
  if (ts.isAwaitExpression(node)) return ofAwait(node);
  if (ts.isExpressionStatement(node)) return ofStatement(node);
  if (ts.isCallExpression(node)) return ofArguments(node);
  if (ts.isIfStatement(node)) return ofGuard(node);
  return ofLiteral(node);
}

function ofBinary({ operatorToken, left, parent }: ts.BinaryExpression): Change[] {
  const { kind } = operatorToken;
  const found: Change[] = [];
  const add = (operator: Operator, replacement: string | undefined) => {
    if (replacement) found.push(change(operator, operatorToken, replacement));
  };
  add("comparison", OPPOSITE.get(kind));
  add("boundary", NEIGHBOUR.get(kind));
  add("boolean", LOGICAL.get(kind));
  if (kind === K.QuestionQuestionToken) found.push(change("removed guard", left.parent, `(${left.getText()})`));
  // `a && b ?? c` isn't a valid expression.
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === K.QuestionQuestionToken
    ? found.filter(({ operator }) => operator !== "boolean")
    : found;
}

function ofNegation(node: ts.PrefixUnaryExpression): Change[] {
  return node.operator === K.ExclamationToken ? [change("boolean", node, node.operand.getText())] : [];
}

/** An async function awaits a returned promise, so its `await` matters only to `try` and `using`. */
function ofAwait(node: ts.AwaitExpression): Change[] {
  const outer = ts.isAsExpression(node.parent) ? node.parent : node;
  const isReturned = ts.isReturnStatement(outer.parent) || ts.isArrowFunction(outer.parent);
  return isReturned && !isWithin(outer) ? [] : [change("removed await", node, node.expression.getText())];
}

/** Whether the function still does something after a node returns. */
function isWithin({ parent }: ts.Node): boolean {
  if (ts.isFunctionLike(parent) || ts.isSourceFile(parent)) return false;
  const disposes = ts.isBlock(parent) && parent.statements.some((one) => /^(?:await )?using /.test(one.getText()));
  return ts.isTryStatement(parent) || disposes || isWithin(parent);
}

function ofStatement(node: ts.ExpressionStatement): Change[] {
  const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  const isSuper = ts.isCallExpression(called) && called.expression.kind === K.SuperKeyword;
  return ts.isCallExpression(called) && !isSuper ? [change("removed call", node, ";")] : [];
}

function ofArguments({ expression, arguments: given }: ts.CallExpression): Change[] {
  const [first, second] = given;
  if (given.length === 2 && COMMUTATIVE.has(expression.getText())) return [];
  if (!first || !second || ts.isSpreadElement(first) || ts.isSpreadElement(second)) return [];
  const isFunction = [first, second].some((one) => ts.isFunctionLike(one));
  if (isFunction || first.getText() === second.getText()) return [];
  return [change("swapped arguments", first, `${second.getText()}, ${first.getText()}`, second)];
}

/** Removes an `if` that returns or throws. */
function ofGuard({ thenStatement, elseStatement, expression }: ts.IfStatement): Change[] {
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  const leaves = last && (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last));
  return leaves && !elseStatement ? [change("removed guard", expression, "false")] : [];
}

function ofLiteral(node: ts.Node): Change[] {
  if (node.kind === K.TrueKeyword) return [change("boolean", node, "false")];
  if (node.kind === K.FalseKeyword) return [change("boolean", node, "true")];
  if (ts.isNumericLiteral(node)) {
    const number = Number(node.text.replaceAll("_", ""));
    return [change("changed literal", node, String(number < LARGE ? number + 1 : number * 10))];
  }
  if (!ts.isStringLiteral(node) || isModule(node)) return [];
  return [change("changed literal", node, node.text === "" ? '"changed"' : '""')];
}

function isModule({ parent }: ts.StringLiteral): boolean {
  return ts.isCallExpression(parent) && parent.expression.kind === K.ImportKeyword;
}
