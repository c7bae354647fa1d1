/**
 * The prose of a page of Markdown: what people read as sentences.
 *
 * @module
 */

/** Returns the prose of a page without code, link targets and markup, on its original lines. */
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

/** Returns the prose of a source's doc comments, on its original lines. */
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

/** A word and its line, from 1. */
export interface Word {
  readonly text: string;
  readonly line: number;
}

/** Returns the words of a text for the dictionary, without names that have inner capitals or digits. */
export function wordsOf(prose: string): Word[] {
  return prose.split("\n").flatMap((text, index) =>
    [...text.matchAll(/[\p{L}\p{N}_'’]+/gu)]
      .map(([word]) => word.replaceAll("’", "'").replaceAll(/^'+|'+$|'s$/g, ""))
      .filter((word) => /^\p{L}[\p{Ll}']{2,}$/u.test(word))
      .map((word) => ({ text: word, line: index + 1 }))
  );
}
