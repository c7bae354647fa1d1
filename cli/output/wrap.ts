import { width } from "./text.ts";

/**
 * Wraps a text between words. A word longer than a line isn't split.
 *
 * @param text Text without line breaks and colours.
 * @param columns The maximum length of a line.
 * @returns The lines, at least one.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && width(line) + 1 + width(word) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
