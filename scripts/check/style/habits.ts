// Habits that are never accepted.
import { ruleFor } from "./rule.ts";

/** Reports default exports, which have no name to search for. */
export const defaultExport: Deno.lint.Rule = ruleFor(/./, (context) => ({
  "ExportDefaultDeclaration, TSExportAssignment"(node: Deno.lint.Node) {
    context.report({ node, message: "a default export" });
  },
}));

/** Reports unfinished work. */
export const leftover: Deno.lint.Rule = ruleFor(/./, (context) => ({
  Program() {
    for (const { value, range } of context.sourceCode.getAllComments()) {
      if (/\b(TODO|FIXME|XXX)\b/.test(value)) context.report({ range, message: "left for later" });
    }
  },
}));

/** Reports a conditional expression in another, which is read twice: early returns say the same. */
export const nestedConditional: Deno.lint.Rule = ruleFor(/./, (context) => ({
  "ConditionalExpression > ConditionalExpression"(node: Deno.lint.Node) {
    context.report({ node, message: "a conditional expression in another" });
  },
}));

/** Reports tests that are ignored, and tests that exclude the others. A condition is accepted. */
export const switchedOff: Deno.lint.Rule = ruleFor(/^tests\//, (context, { text }) => ({
  MemberExpression(node) {
    const name = text.slice(...node.range);
    if (/^(Deno\.test|test|it|describe)(\.step)?\.(only|ignore|skip|todo)$/.test(name)) {
      context.report({ node, message: "a test is switched off" });
    }
  },
  Property(node) {
    const isSwitch = node.key.type === "Identifier" && /^(ignore|only|skip)$/.test(node.key.name);
    if (isSwitch && node.value.type === "Literal" && node.value.value === true) {
      context.report({ node, message: "a test is switched off" });
    }
  },
}));

/**
 * Reports the `pathname` of a file's URL as a path: a blank or an umlaut is escaped in it, and on Windows a slash comes
 * before the drive.
 */
export const escapedPath: Deno.lint.Rule = ruleFor(/./, (context, { text }) => ({
  MemberExpression(node) {
    const name = text.slice(...node.range);
    if (/^(new URL\([^]*,\s*(import\.meta\.url|[A-Z_]+),?\s*\)|[A-Z_]+)\.pathname$/.test(name)) {
      context.report({ node, message: "a URL's pathname is no path: use fileURLToPath()" });
    }
  },
}));
