// Faults of the order of statements, and of what tidies up.
import ts from "typescript";
import { type Change, change } from "./change.ts";

/** Returns the faults of a node. */
export function changesOfOrder(node: ts.Node): Change[] {
  if (!ts.isBlock(node)) return [];
  return [...ofNeighbours(node), ...isCleanup(node) ? ofCleanup(node) : []];
}

/** Exchanges two statements that can be exchanged: neither declares something or leaves. */
function ofNeighbours({ statements }: ts.Block): Change[] {
  return statements.slice(1).flatMap((second, index) => {
    const first = statements[index]!;
    if (!isMovable(first) || !isMovable(second) || first.getText() === second.getText()) return [];
    if (isPlain(first) && isPlain(second)) return [];
    return [change("exchanged statements", first, `${second.getText()}\n${first.getText()}`, second)];
  });
}

function isMovable(node: ts.Statement): boolean {
  return ts.isExpressionStatement(node) || ts.isIfStatement(node) || ts.isForOfStatement(node);
}

/** Whether a statement assigns a name or a constant, as constructors do: the order of such assignments is free. */
function isPlain(node: ts.Statement): boolean {
  if (!ts.isExpressionStatement(node) || !ts.isBinaryExpression(node.expression)) return false;
  const { operatorToken, right } = node.expression;
  return operatorToken.kind === ts.SyntaxKind.EqualsToken && (ts.isIdentifier(right) || ts.isLiteralExpression(right));
}

/** Whether a block is the `catch` or the `finally` of a `try`. */
function isCleanup(node: ts.Block): boolean {
  const { parent } = node;
  return ts.isCatchClause(parent) || ts.isTryStatement(parent) && parent.finallyBlock === node;
}

/** Removes a statement; the removal of a mere call is another fault. */
function ofCleanup({ statements }: ts.Block): Change[] {
  const isCall = (node: ts.Statement) =>
    ts.isExpressionStatement(node) && ts.isCallExpression(skipAwait(node.expression));
  return statements.filter((one) => !ts.isVariableStatement(one) && !isCall(one))
    .map((one) => change("removed cleanup", one, ";"));
}

function skipAwait(node: ts.Expression): ts.Expression {
  return ts.isAwaitExpression(node) ? node.expression : node;
}
