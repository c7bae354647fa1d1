/**
 * What a terminal was sent, read as a person would see it.
 *
 * @module
 */

const ESCAPE = "\x1b";
const STYLE = new RegExp(`${ESCAPE}\\[[0-9;]*m`, "g");
const ERASE = new RegExp(`${ESCAPE}\\[[0-9]*K`, "g");

/** Whether a text holds colours or styles. */
export function isStyled(text: string): boolean {
  return text.search(STYLE) >= 0;
}

/** The lines of a screen, without styles and empty lines. */
export function screenLines(screen: string): string[] {
  const plain = screen.replace(STYLE, "").replace(ERASE, "").replaceAll("\r", "");
  return plain.split("\n").filter((line) => line.trim() !== "");
}

/** What stands on the line that was drawn last, over and over: the text behind the last erasure that left something. */
export function lastLine(screen: string): string {
  const plain = screen.replace(STYLE, "");
  return plain.split(`\r${ESCAPE}[K`).findLast((line) => line !== "") ?? "";
}
