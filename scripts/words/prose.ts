/**
 * The prose of a page of Markdown: what people read as sentences.
 *
 * @module
 */

/** A page without its code, links' targets and markup, line by line as it was. */
export function proseOf(text: string): string {
  const blank = (found: string) => found.replaceAll(/[^\n]/g, " ");
  return text
    .replaceAll(/^(?:```|~~~)[^]*?^(?:```|~~~)$/gm, blank)
    .replaceAll(/^---\n[^]*?^---$/gm, blank)
    .replaceAll(/``[^]+?``|`[^`]*`/g, blank)
    .replaceAll(/<!--[^]*?-->|<\/?[a-z][^>]*>/gi, blank)
    .replaceAll(/\]\([^)]*\)|\]\[[^\]]*\]|\[[\w-]+\]: \S+/g, blank)
    .replaceAll(/\bhttps?:\S+|\b[\w.-]+@[\w.-]+|\b[\w-]+(?:\/[\w.-]+)+|\b[\w-]+\.[a-z]{2,}\b|@[\w/-]+/gi, blank);
}

/** The prose of a source's doc comments, line by line as it was. */
export function commentsOf(source: string): string {
  const blank = (found: string) => found.replaceAll(/[^\n]/g, " ");
  let text = "";
  let end = 0;
  for (const { 0: comment, index } of source.matchAll(/\/\*\*[^]*?\*\//g)) {
    text += blank(source.slice(end, index)) + comment;
    end = index + comment.length;
  }
  const plain = (text + blank(source.slice(end))).replaceAll(/^ *\/?\*+\/?|\*\/ *$/gm, blank).replaceAll(
    /\{@link[^}]*\}|@(?:param \S+|\w+(?: \{[^}]*\})?)/g,
    blank,
  );
  return proseOf(plain.replaceAll(/^ *```[^]*?^ *```/gm, blank));
}

/** A word, and the line that it stands on, counted from one. */
export interface Word {
  readonly text: string;
  readonly line: number;
}

/** The words of a text that a dictionary may know: names with capitals or digits inside are none. */
export function wordsOf(prose: string): Word[] {
  return prose.split("\n").flatMap((text, index) =>
    [...text.matchAll(/[\p{L}\p{N}_'’]+/gu)]
      .map(([word]) => word.replaceAll("’", "'").replaceAll(/^'+|'+$|'s$/g, ""))
      .filter((word) => /^\p{L}[\p{Ll}']{2,}$/u.test(word))
      .map((word) => ({ text: word, line: index + 1 }))
  );
}
