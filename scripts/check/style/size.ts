// Size limits of files and functions.
import { ruleFor } from "./rule.ts";

const FILE_LINES = 350;
const FUNCTION_LINES = 40;

type FunctionNode =
  | Deno.lint.FunctionDeclaration
  | Deno.lint.FunctionExpression
  | Deno.lint.ArrowFunctionExpression;

/** Whether a script wrote a file. */
export function isGenerated(text: string): boolean {
  return /^\/\*\*[^/]*\b[Ww]ritten by scripts\//.test(text);
}

/** Reports files over the limit, except generated files and files with only types or data. */
export const fileSize: Deno.lint.Rule = ruleFor(/./, (context, { text }) => {
  let hasCode = false;
  const find = () => void (hasCode = true);
  return {
    "FunctionDeclaration, FunctionExpression, ArrowFunctionExpression, ClassDeclaration": find,
    "Program:exit"(node) {
      const lines = text.trimEnd().split("\n").length;
      if (lines <= FILE_LINES || isGenerated(text) || !hasCode) return;
      context.report({ range: [node.range[0], node.range[0] + 1], message: `has ${lines} lines, over ${FILE_LINES}` });
    },
  };
});

/** Reports functions over the limit. */
export const functionSize: Deno.lint.Rule = ruleFor(/./, (context, { text }) => ({
  "FunctionDeclaration, FunctionExpression, ArrowFunctionExpression"(node: FunctionNode) {
    const start = startOf(node);
    const lines = text.slice(start, node.range[1]).split("\n").length;
    if (lines <= FUNCTION_LINES) return;
    context.report({ range: [start, node.range[1]], message: `a function has ${lines} lines, over ${FUNCTION_LINES}` });
  },
}));

/** The start of a function, including the name of a method. */
function startOf({ range, parent }: FunctionNode): number {
  const isMethod = parent.type === "MethodDefinition" || parent.type === "Property" && parent.method;
  return isMethod ? parent.range[0] : range[0];
}
