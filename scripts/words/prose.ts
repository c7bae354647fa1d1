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
