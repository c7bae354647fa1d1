// Assertions that don't name what broke.
import { ruleFor } from "./rule.ts";

/** Comparisons of an actual value, their first argument. */
const COMPARES = /^assert(Equals|NotEquals|StrictEquals)$/;

/**
 * Reports an array of unrelated facts as an actual value: when it differs, only a position tells which fact is wrong.
 * An object names each fact. Results of one function, and one property of several objects, belong together; an array
 * with a literal or a spread is data.
 */
export const unnamedFacts: Deno.lint.Rule = ruleFor(/^tests\//, (context) => ({
  CallExpression({ callee, arguments: [actual] }) {
    if (callee.type !== "Identifier" || !COMPARES.test(callee.name) || actual?.type !== "ArrayExpression") return;
    const facts = new Set(actual.elements.map(factOf));
    if (facts.size > 1 && !facts.has("Literal") && !facts.has("SpreadElement")) {
      context.report({ node: actual, message: "facts without names: compare an object" });
    }
  },
}));

/** What a value is, apart from the object, argument or position that it is of. */
function factOf(node: Deno.lint.Node | null): string {
  switch (node?.type) {
    case "AwaitExpression":
    case "UnaryExpression":
      return factOf(node.argument);
    case "ChainExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return factOf(node.expression);
    case "CallExpression":
      return factOf(node.callee);
    case "MemberExpression":
      return factOf(node.computed ? node.object : node.property);
    case "Identifier":
      return node.name;
    default:
      return node?.type ?? "nothing";
  }
}
