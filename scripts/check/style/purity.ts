// What the packages may use of the runtime.
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
export const foreignImport: Deno.lint.Rule = ruleFor(
  LIBRARY,
  (context, { path }) =>
    importsThat(context, (specifier) => {
      const isOwn = specifier.startsWith(".") || path.startsWith("src/stores/file") && specifier.startsWith("node:");
      return isOwn ? undefined : `the library imports ${specifier}`;
    }),
);

/** Where the sandbox may depend on a machine: below `sandbox/base/host.ts`, and in the entry that installs it. */
const MACHINE = /^sandbox\/(?:host\/|node\.ts$)/;

/** Reports imports of Node's modules, and of what stands on them, in the part of the sandbox that runs anywhere. */
export const machineImport: Deno.lint.Rule = ruleFor(
  /^sandbox\//,
  (context, { path }) =>
    importsThat(context, (specifier, node) => {
      const isType = node.type !== "ImportExpression" && "importKind" in node && node.importKind === "type" ||
        "exportKind" in node && node.exportKind === "type";
      const isMachine = specifier.startsWith("node:") || !isType && /^(?:\.\.?\/)+host\//.test(specifier);
      return isMachine && !MACHINE.test(path) ? `the sandbox's core imports ${specifier}` : undefined;
    }),
);

/** Visits every import, and reports the message of those that have one. */
function importsThat(
  context: Deno.lint.RuleContext,
  messageOf: (specifier: string, node: Deno.lint.Node) => string | undefined,
): Deno.lint.LintVisitor {
  const check = (node: Deno.lint.Node, source: Deno.lint.Node | null) => {
    const specifier = specifierOf(source);
    const message = specifier === undefined ? undefined : messageOf(specifier, node);
    if (message !== undefined) context.report({ node, message });
  };
  return {
    ImportDeclaration: (node) => check(node, node.source),
    ExportNamedDeclaration: (node) => check(node, node.source),
    ExportAllDeclaration: (node) => check(node, node.source),
    ImportExpression: (node) => check(node, node.source),
    TSImportType: (node) => check(node, node.argument),
  };
}
