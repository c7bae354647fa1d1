// Features that Node 20 lacks, where the packages run too.
import { ruleFor } from "./rule.ts";

/** Members of globals, and of `import.meta`, that came later. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  "Array": ["fromAsync"],
  "Error": ["isError"],
  "Intl": ["DurationFormat"],
  "Map": ["groupBy"],
  "Math": ["f16round", "sumPrecise"],
  "Object": ["groupBy"],
  "Promise": ["try", "withResolvers"],
  "RegExp": ["escape"],
  "URL": ["parse"],
  "Uint8Array": ["fromBase64", "fromHex"],
  "import.meta": ["dirname", "filename", "main"],
};

/** Globals that came later, or are only there when they are switched on. */
const GLOBALS: readonly string[] = [
  ...["AsyncDisposableStack", "CloseEvent", "DisposableStack", "EventSource", "Float16Array", "Iterator", "Storage"],
  ...["SuppressedError", "URLPattern", "WebSocket", "localStorage", "navigator", "sessionStorage"],
];

/** Methods that came later, with names that nothing older has. */
const METHODS: readonly string[] = [
  ...["difference", "intersection", "isDisjointFrom", "isSubsetOf", "isSupersetOf", "symmetricDifference", "union"],
  ...["getOrInsert", "getOrInsertComputed", "setFromBase64", "setFromHex", "toArray", "toBase64", "toHex"],
  ...["transferToFixedLength"],
];

/** Methods that arrays have, and iterators not yet. */
const OF_ARRAYS: readonly string[] = [
  ...["drop", "every", "filter", "find", "flatMap", "forEach", "map", "reduce", "some", "take"],
];
const GIVE_ITERATORS: readonly string[] = ["entries", "keys", "matchAll", "values"];

/** Names of `node:` modules that came later. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "node:fs": ["glob", "globSync"],
  "node:fs/promises": ["glob"],
  "node:module": ["enableCompileCache", "registerHooks", "stripTypeScriptTypes"],
  "node:sqlite": ["DatabaseSync", "StatementSync"],
  "node:util": ["diff", "getCallSites", "parseEnv", "styleText"],
};

/** Expressions in which a name refers to a run-time value. */
const USES: ReadonlySet<string> = new Set([
  ...["ArrayExpression", "ArrowFunctionExpression", "AssignmentExpression", "AwaitExpression", "BinaryExpression"],
  ...["CallExpression", "ConditionalExpression", "LogicalExpression", "MemberExpression", "NewExpression"],
  ...["SpreadElement", "TaggedTemplateExpression", "TemplateLiteral", "TSAsExpression", "TSNonNullExpression"],
  ...["TSSatisfiesExpression", "UnaryExpression", "YieldExpression"],
]);

/** Reports features that Node 20 lacks, in the packages that run there. */
export const node20: Deno.lint.Rule = ruleFor(
  /^(mod\.ts$|src\/|cli\/|sandbox\/(?!dashboard\/client\/))/,
  (context, { text }) => {
    const check = (node: Deno.lint.Node, name: string | undefined) => {
      if (name !== undefined) context.report({ node, message: `Node 20 has no ${name}` });
    };
    const textOf = (node: Deno.lint.Node) => text.slice(...node.range);
    return {
      MemberExpression: (node) => check(node, missingMember(node, textOf)),
      Identifier: (node) => check(node, isGlobal(node) && GLOBALS.includes(node.name) ? node.name : undefined),
      ImportSpecifier: (node) => check(node, missingImport(node)),
      VariableDeclaration: (node) => check(node, node.kind.endsWith("using") ? "using" : undefined),
    };
  },
);

function missingMember(
  node: Deno.lint.MemberExpression,
  textOf: (node: Deno.lint.Node) => string,
): string | undefined {
  const { object, property, computed } = node;
  if (computed || property.type !== "Identifier") return undefined;
  const { name } = property;
  const of = textOf(object).replace(/^globalThis\./, "");
  if (Object.hasOwn(MEMBERS, of)) return MEMBERS[of]?.includes(name) ? `${of}.${name}` : undefined;
  if (of === "globalThis") return GLOBALS.includes(name) && !isAskedFor(node) ? name : undefined;
  if (METHODS.includes(name)) return `${name}()`;
  return OF_ARRAYS.includes(name) && isIterator(object) ? `${name}() of iterators` : undefined;
}

/** Whether the code checks for existence first: `globalThis.navigator?.userAgent`. */
function isAskedFor({ parent }: Deno.lint.MemberExpression): boolean {
  return (parent.type === "MemberExpression" || parent.type === "CallExpression") && parent.optional;
}

/** Whether a call gives an iterator, as `map.keys()` does; `Object.keys(map)` gives an array. */
function isIterator(node: Deno.lint.Expression): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const { object, property } = node.callee;
  const isOfObject = object.type === "Identifier" && object.name === "Object";
  return property.type === "Identifier" && GIVE_ITERATORS.includes(property.name) && !isOfObject;
}

/** Whether a name refers to a global, rather than to a member, a type or a declaration. */
function isGlobal(node: Deno.lint.Identifier): boolean {
  const { parent } = node;
  if (parent.type === "MemberExpression") return parent.object === node || parent.computed;
  if (parent.type === "ArrowFunctionExpression") return parent.body === node;
  if (parent.type === "VariableDeclarator") return parent.init === node;
  return USES.has(parent.type);
}

function missingImport({ imported, importKind, parent }: Deno.lint.ImportSpecifier): string | undefined {
  if (importKind === "type" || "importKind" in parent && parent.importKind === "type") return undefined;
  const module = parent.source?.value ?? "";
  const name = imported.type === "Identifier" ? imported.name : imported.value;
  return Object.hasOwn(IMPORTS, module) && IMPORTS[module]?.includes(name) ? `${name} in ${module}` : undefined;
}
