// Causes of flaky tests.
import { posix } from "node:path";
import ts from "typescript";
import { lineOf, nodesOf, type Source } from "./source.ts";

/** Functions of the platform and the sandbox that open a socket. */
const OPENS_A_SOCKET =
  /^(?:.*\.(?:serve|listen|listenTls|createServer)|serve|createServer|Deno\.connect(?:Tls)?|createConnection)$/;

/** A part of a test: the test itself, or a function or value that it uses by name. */
interface Part {
  readonly node: ts.Node;
  readonly file: string;
}

/** The names in a file: its top-level declarations and its imports. */
type Names = ReadonlyMap<string, Part>;

/** The findings in a part. */
interface Contents {
  readonly fakesTime: boolean;
  readonly opensSocket: boolean;
  readonly references: ReadonlySet<string>;
}

/**
 * Reports tests that fake the time beside a real socket, directly or indirectly, because data arrives in real time,
 * independently of the faked time. Such a test should inject both `fetch` and the time.
 */
export function fakeTimeBesideSockets(sources: readonly Source[]): string[] {
  const files = new Map(sources.filter(({ path }) => path.startsWith("tests/")).map((file) => [file.path, file]));
  const names = new Map([...files].map(([path, file]) => [path, namesIn(file)]));
  const contents = new Map<ts.Node, Contents>();
  const look = (node: ts.Node): Contents => {
    if (!contents.has(node)) contents.set(node, contentsOf(node));
    return contents.get(node)!;
  };
  return [...files.values()].flatMap(({ path, ast }) =>
    testsIn(ast).filter((node) => {
      const all = partsOf({ node, file: path }, names, look).map((part) => look(part.node));
      return all.some(({ fakesTime }) => fakesTime) && all.some(({ opensSocket }) => opensSocket);
    }).map((node) => `${path}:${lineOf(ast, node)}: fakes the time beside a real socket`)
  );
}

/** Returns a part and everything that it uses. */
function partsOf(start: Part, names: ReadonlyMap<string, Names>, look: (node: ts.Node) => Contents): Part[] {
  const found = new Map<ts.Node, Part>([[start.node, start]]);
  for (const { node, file } of found.values()) {
    for (const name of look(node).references) {
      const near = names.get(file)?.get(name);
      const part = near && ts.isImportSpecifier(near.node) ? names.get(near.file)?.get(exportedName(near.node)) : near;
      if (part) found.set(part.node, part);
    }
  }
  return [...found.values()];
}

function exportedName({ propertyName, name }: ts.ImportSpecifier): string {
  return (propertyName ?? name).text;
}

function contentsOf(node: ts.Node): Contents {
  const nodes = [...nodesOf(node)];
  return {
    fakesTime: nodes.some((one) => ts.isNewExpression(one) && one.expression.getText() === "FakeTime"),
    opensSocket: nodes.some((one) => ts.isCallExpression(one) && OPENS_A_SOCKET.test(one.expression.getText())),
    references: new Set(nodes.filter(ts.isIdentifier).filter((one) => !isProperty(one)).map(({ text }) => text)),
  };
}

function isProperty(name: ts.Identifier): boolean {
  const { parent } = name;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === name;
}

function namesIn({ path, ast }: Source): Names {
  const names = new Map<string, Part>();
  for (const statement of ast.statements) {
    if (ts.isImportDeclaration(statement)) {
      for (const [name, part] of importsOf(statement, path)) names.set(name, part);
    } else if (ts.isVariableStatement(statement)) {
      for (const node of statement.declarationList.declarations) names.set(node.name.getText(), { node, file: path });
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) names.set(statement.name.text, { node: statement, file: path });
    }
  }
  return names;
}

function importsOf({ importClause, moduleSpecifier }: ts.ImportDeclaration, path: string): [string, Part][] {
  const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  const bindings = importClause?.namedBindings;
  if (!specifier.startsWith(".") || !bindings || !ts.isNamedImports(bindings)) return [];
  const file = posix.join(posix.dirname(path), specifier);
  return bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map((node) => [node.name.text, { node, file }]);
}

function testsIn(ast: ts.SourceFile): ts.Node[] {
  return [...nodesOf(ast)].filter((node) =>
    ts.isCallExpression(node) && /^Deno\.test(?:\.\w+)?$/.test(node.expression.getText())
  );
}
