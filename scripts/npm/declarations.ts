/**
 * Declarations that every supported TypeScript reads, and that say what has to be said.
 *
 * @module
 */

/** A doc comment with its indentation and its line's end. */
const COMMENT = /^([ \t]*)\/\*\*([^]*?)\*\/\n/gm;
/** What TypeScript before 5.7 doesn't know: which buffer is behind an array of bytes. */
const BUFFERS = /\bUint8Array<\w+>/g;

/** Declarations without what older versions of TypeScript can't read, and with the library they need beside the usual ones. */
export function plainDeclarations(text: string): string {
  const plain = text.replaceAll(BUFFERS, "Uint8Array");
  const needsDisposable = /\b(Async)?Disposable\b|Symbol\.(asyncD|d)ispose/.test(plain);
  return needsDisposable ? `/// <reference lib="esnext.disposable" />\n${plain}` : plain;
}

/** What a program calls and sets. The service documents what it sends, and names say the rest. */
const EXPLAINED = /^(?:declare (?:abstract )?class|interface) \w*(?:Api|Client|Config|Options|Settings)\b/;

/**
 * Declarations with comments where a program calls and sets something, cut to the sentence that opens them, nothing indented and no
 * semicolon at a line's end: more would be half of the package. JSR's pages have it all.
 */
export function shortComments(text: string): string {
  let isExplained = false;
  const lines = text.replace(COMMENT, oneSentence).split("\n").filter((line) => {
    if (/^(declare|interface|type)\b/.test(line)) isExplained = EXPLAINED.test(line);
    return isExplained || !/^\s*\/\*\*/.test(line);
  });
  // Comments between the members of a union are within a line.
  const plain = lines.map((line) => line.replaceAll(/(?<=\S.*)\/\*\*.*?\*\/ ?/g, "").trimStart()).join("\n");
  // A line break ends a member, too.
  return plain.replaceAll(/;\n(?![([<])/g, "\n");
}

function oneSentence(_: string, indent: string, body: string): string {
  const lines = body.split("\n").map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
  const [summary = ""] = lines.join("\n").trim().split(/\n\n|\n(?=@)/);
  const [sentence] = /^[^]*?[.:!?](?= [A-Z`{]|$)/.exec(summary.replaceAll("\n", " ")) ?? [summary];
  const deprecation = lines.find((line) => line.startsWith("@deprecated")) ?? "";
  return `${indent}/** ${`${sentence.replaceAll("\n", " ")} ${deprecation}`.trim()} */\n`;
}
