/**
 * What Node 20 has not learnt yet: the library and the command line run there too.
 *
 * @module
 */
import ts from "typescript";
import { lineOf, nodesOf, type Source } from "./source.ts";

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

/** Complains of what Node 20 lacks, in the packages that run there. */
export function node20(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => /^(mod\.ts$|src\/|cli\/)/.test(path)).flatMap(({ path, ast }) =>
    [...nodesOf(ast)].flatMap((node) => {
      const name = missing(node);
      return name === undefined ? [] : [`${path}:${lineOf(ast, node)}: Node 20 has no ${name}`];
    })
  );
}

/** What of a node Node 20 lacks, if anything. */
function missing(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return missingMember(node);
  if (ts.isIdentifier(node)) return isGlobal(node) && GLOBALS.includes(node.text) ? node.text : undefined;
  if (ts.isImportSpecifier(node)) return missingImport(node);
  const isUsing = ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Using) === ts.NodeFlags.Using;
  return isUsing ? "using" : undefined;
}

function missingMember(node: ts.PropertyAccessExpression): string | undefined {
  const { expression, name: { text } } = node;
  const of = expression.getText().replace(/^globalThis\./, "");
  if (Object.hasOwn(MEMBERS, of)) return MEMBERS[of]?.includes(text) ? `${of}.${text}` : undefined;
  if (of === "globalThis") return GLOBALS.includes(text) && !isAskedFor(node) ? text : undefined;
  if (METHODS.includes(text)) return `${text}()`;
  return OF_ARRAYS.includes(text) && isIterator(expression) ? `${text}() of iterators` : undefined;
}

/** Whether it is asked first if a thing is there: `globalThis.navigator?.userAgent`. */
function isAskedFor({ parent }: ts.Node): boolean {
  return (ts.isPropertyAccessExpression(parent) || ts.isCallExpression(parent)) &&
    parent.questionDotToken !== undefined;
}

/** Whether a call gives an iterator, as `map.keys()` does; `Object.keys(map)` gives an array. */
function isIterator(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression, name } = node.expression;
  return GIVE_ITERATORS.includes(name.text) && expression.getText() !== "Object";
}

/** Whether a name stands for a global: neither for a member, nor for a type, nor where it is made. */
function isGlobal(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return ts.isExpression(parent) && !(ts.isFunctionExpression(parent) || ts.isClassExpression(parent));
}

function missingImport(node: ts.ImportSpecifier): string | undefined {
  const { moduleSpecifier } = node.parent.parent.parent;
  const module = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  const name = (node.propertyName ?? node.name).text;
  return IMPORTS[module]?.includes(name) ? `${name} in ${module}` : undefined;
}
