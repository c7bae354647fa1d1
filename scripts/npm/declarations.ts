/**
 * Declarations that every supported TypeScript reads, and that say what has to be said.
 *
 * @module
 */

/** A doc comment with its indentation and its line's end, and the name of the function that it explains. */
const COMMENT = /^([ \t]*)\/\*\*([^]*?)\*\/\n(?=(?:declare function (\w+))?)/gm;
/** What TypeScript before 5.7 doesn't know: which buffer is behind an array of bytes. */
const BUFFERS = /\bUint8Array<\w+>/g;

/** Declarations without what older versions of TypeScript can't read, and with the library they need beside the usual ones. */
export function plainDeclarations(text: string): string {
  const plain = text.replaceAll(BUFFERS, "Uint8Array");
  const needsDisposable = /\b(Async)?Disposable\b|Symbol\.(asyncD|d)ispose/.test(plain);
  return needsDisposable ? `/// <reference lib="esnext.disposable" />\n${plain}` : plain;
}

/**
 * Comments cut to the sentence that opens them, and nothing indented: more would be half of the package. A function that the client has
 * as a method, too, is explained there. JSR's pages have it all.
 */
export function shortComments(text: string): string {
  const methods = new Set([...text.matchAll(/^ {2}(\w+)[<(]/gm)].map(([, name]) => name));
  const short = text.replace(COMMENT, (_, indent: string, body: string, name?: string) => {
    const lines = body.split("\n").map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
    const [summary = "", ...tags] = lines.join("\n").trim().split(/\n(?=@)/);
    if (tags.some((tag) => tag.startsWith("@module")) || methods.has(name)) return "";
    const deprecation = tags.find((tag) => tag.startsWith("@deprecated"));
    const [sentence] = /^[^]*?[.:!?](?= [A-Z`{]|$)/.exec((summary.split("\n\n")[0] ?? "").replaceAll("\n", " ")) ??
      [summary];
    const parts = [sentence, deprecation].filter((part) => part !== undefined);
    return `${indent}/** ${parts.join(" ").replaceAll("\n", " ")} */\n`;
  });
  return short.replace(/^ +/gm, "");
}
