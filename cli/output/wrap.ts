/**
 * Lines for people, as wide as the terminal.
 *
 * @module
 */

/**
 * Breaks a text between words. What is longer than a line stays whole.
 *
 * @param text Plain text without line breaks, each character of which takes one column.
 * @param columns How many columns a line may have.
 * @returns The lines, at least one.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
