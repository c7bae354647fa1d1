/**
 * What the packages may use of the runtime.
 *
 * @module
 */
import { isMemberName, ruleFor, specifierOf } from "./rule.ts";

const OTHER_RUNTIMES = ["Deno", "Bun"];
const LIBRARY = /^(mod\.ts$|src\/)/;

/** Reports names of runtimes in the packages. */
export const runtimeName: Deno.lint.Rule = ruleFor(/^(mod\.ts$|src\/|cli\/|sandbox\/)/, (context, { path }) => {
  const names = LIBRARY.test(path) ? [...OTHER_RUNTIMES, "process", "Buffer"] : OTHER_RUNTIMES;
  return {
    Identifier(node) {
      if (!names.includes(node.name) || isMemberName(node) && !isOfGlobal(node)) return;
      context.report({ node, message: `names ${node.name}` });
    },
  };
});

function isOfGlobal({ parent }: Deno.lint.Identifier): boolean {
  return parent.type === "MemberExpression" && parent.object.type === "Identifier" &&
    parent.object.name === "globalThis";
}

/** Reports external imports in the library; the file store may use Node's modules. */
export const foreignImport: Deno.lint.Rule = ruleFor(LIBRARY, (context, { path }) => {
  const check = (node: Deno.lint.Node, source: Deno.lint.Node | null) => {
    const specifier = specifierOf(source);
    const isOwn = specifier === undefined || specifier.startsWith(".") ||
      path.startsWith("src/stores/file") && specifier.startsWith("node:");
    if (!isOwn) context.report({ node, message: `the library imports ${specifier}` });
  };
  return {
    ImportDeclaration: (node) => check(node, node.source),
    ExportNamedDeclaration: (node) => check(node, node.source),
    ExportAllDeclaration: (node) => check(node, node.source),
    ImportExpression: (node) => check(node, node.source),
    TSImportType: (node) => check(node, node.argument),
  };
});
