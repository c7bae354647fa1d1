/** Cuts declarations out of their sources. */
import ts from "typescript";
import { nodesOf } from "../../check/style/source.ts";
import type { Location } from "./reference.ts";

const parsed = new Map<string, ts.SourceFile>();

/** Returns the source at a location without a body: the signature of a function or method, or a complete type. */
export async function signatureAt({ filename, line, col }: Location): Promise<string> {
  const ast = await sourceOf(filename);
  const start = ast.getPositionOfLineAndCharacter(line, col);
  for (const node of nodesOf(ast)) {
    if (node.getStart(ast) !== start || ts.isSourceFile(node)) continue;
    const end = bodyOf(node)?.getStart(ast) ?? node.getEnd();
    return dedent(ast.text.slice(start, end).replace(/^export (?:async )?|^async /, "").trimEnd(), col);
  }
  throw new Error(`Cannot find a declaration: ${filename}:${line + 1}`);
}

async function sourceOf(filename: string): Promise<ts.SourceFile> {
  const known = parsed.get(filename);
  if (known) return known;
  const text = await Deno.readTextFile(new URL(filename));
  const ast = ts.createSourceFile(filename, text, ts.ScriptTarget.Latest, true);
  parsed.set(filename, ast);
  return ast;
}

function bodyOf(node: ts.Node): ts.Node | undefined {
  return ts.isFunctionLike(node) && "body" in node ? (node as ts.FunctionDeclaration).body : undefined;
}

function dedent(text: string, columns: number): string {
  return text.replaceAll(new RegExp(`^ {1,${Math.max(columns, 1)}}`, "gm"), (blank) => columns > 0 ? "" : blank);
}
