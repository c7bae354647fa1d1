// Rules of the linter, for the parts of the tree that they concern.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** The files that the rules apply to: TypeScript sources, without documentation and browser pages. */
const OURS = /^(mod\.ts$|(src|cli|sandbox|tests|scripts|offline|examples)\/.*\.ts$)/;

/** The path of a file from the root of the repository, with slashes. */
export function pathOf(filename: string): string {
  const path = filename.startsWith("file:") ? fileURLToPath(filename) : filename;
  return relative(ROOT, path).replaceAll("\\", "/");
}

/** A file, as a rule sees it. */
export interface LintedFile {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  /** Its text, which the linter copies on each access. */
  readonly text: string;
}

/** A rule for the files whose paths match. */
export function ruleFor(
  paths: RegExp,
  create: (context: Deno.lint.RuleContext, file: LintedFile) => Deno.lint.LintVisitor,
): Deno.lint.Rule {
  return {
    create(context) {
      const path = pathOf(context.filename);
      return OURS.test(path) && paths.test(path) ? create(context, { path, text: context.sourceCode.text }) : {};
    },
  };
}

/** The specifier of an import or export, if it's a string. */
export function specifierOf(node: Deno.lint.Node | null): string | undefined {
  if (node?.type === "TSLiteralType") return specifierOf(node.literal);
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** Whether a name is that of a member or property. */
export function isMemberName(node: Deno.lint.Identifier): boolean {
  const { parent } = node;
  if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
  const isKeyed = parent.type === "Property" || parent.type === "PropertyDefinition" ||
    parent.type === "MethodDefinition" || parent.type === "TSPropertySignature" || parent.type === "TSMethodSignature";
  return isKeyed && parent.key === node && !parent.computed;
}
