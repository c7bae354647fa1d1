/**
 * Declarations for every supported TypeScript version, with short comments.
 *
 * @module
 */

/** A doc comment with its indentation and line ending. */
const COMMENT = /^([ \t]*)\/\*\*([^]*?)\*\/\n/gm;
/** The buffer type of a byte array, which TypeScript before 5.7 doesn't know. */
const BUFFERS = /\bUint8Array<\w+>/g;

/** Removes what older versions of TypeScript can't read, and adds the additional library that they need. */
export function plainDeclarations(text: string): string {
  const plain = text.replaceAll(BUFFERS, "Uint8Array");
  const needsDisposable = /\b(Async)?Disposable\b|Symbol\.(asyncD|d)ispose/.test(plain);
  return needsDisposable ? `/// <reference lib="esnext.disposable" />\n${plain}` : plain;
}

/** Declarations that a program calls and sets, which keep their comments. */
const EXPLAINED = /^(?:declare (?:abstract )?class|interface) \w*(?:Api|Client|Config|Options|Settings)\b/;

/**
 * Shortens comments to their first sentence and removes most of them, indentation and semicolons, which would be half
 * of the package. JSR's pages have the full comments.
 */
export function shortComments(text: string): string {
  let isExplained = false;
  const lines = text.replace(COMMENT, oneSentence).split("\n").filter((line) => {
    if (/^(declare|interface|type)\b/.test(line)) isExplained = EXPLAINED.test(line);
    return isExplained || !/^\s*\/\*\*/.test(line);
  });
  // Comments between the members of a union are within a line.
  const plain = lines.map((line) => line.replaceAll(/(?<=\S.*)\/\*\*.*?\*\/ ?/g, "").trimStart()).join("\n");
  // A line break also ends a member.
  return plain.replaceAll(/;\n(?![([<])/g, "\n");
}

function oneSentence(_: string, indent: string, body: string): string {
  const lines = body.split("\n").map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
  const [summary = ""] = lines.join("\n").trim().split(/\n\n|\n(?=@)/);
  const [sentence] = /^[^]*?[.:!?](?= [A-Z`{]|$)/.exec(summary.replaceAll("\n", " ")) ?? [summary];
  const deprecation = lines.find((line) => line.startsWith("@deprecated")) ?? "";
  return `${indent}/** ${`${sentence.replaceAll("\n", " ")} ${deprecation}`.trim()} */\n`;
}
