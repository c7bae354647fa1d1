// The beginnings of test names.
import ts from "typescript";
import { lineOf, nodesOf, type Source } from "./source.ts";

/** A symbol, a file, a route, an option or a value as the first word, or a program. */
const STARTS_WITH_SYMBOL = /^(?:\S*[()./_\-$@A-Z\d`]|tonearm |deno )/;
/** A subject of at most five words before a colon, such as `sandbox search: …`. */
const STARTS_WITH_SUBJECT = /^(?:[^\s:]+ ){0,4}[^\s:]+: /;

/** Reports tests whose names don't start with their subject, so that a search doesn't find them. */
export function testNames(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => path.startsWith("tests/")).flatMap(({ path, ast }) =>
    [...nodesOf(ast)].flatMap((node) => {
      const name = nameOf(node);
      return name === undefined || STARTS_WITH_SYMBOL.test(name) || STARTS_WITH_SUBJECT.test(name)
        ? []
        : [`${path}:${lineOf(ast, node)}: the test's name starts with no symbol, command or subject: ${name}`];
    })
  );
}

/** The name of a test; for a template, the text before its first value. */
function nameOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !/^Deno\.test(?:\.\w+)?$/.test(node.expression.getText())) return undefined;
  const [first] = node.arguments;
  const name = first && ts.isObjectLiteralExpression(first)
    ? first.properties.filter(ts.isPropertyAssignment).find((one) => one.name.getText() === "name")?.initializer
    : first;
  if (name && ts.isStringLiteralLike(name)) return name.text;
  return name && ts.isTemplateExpression(name) ? `${name.head.text}\${` : undefined;
}
