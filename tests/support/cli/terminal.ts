const ESCAPE = "\x1b";
const STYLE = new RegExp(`${ESCAPE}\\[[0-9;]*m`, "g");
const ERASE = new RegExp(`${ESCAPE}\\[[0-9]*K`, "g");
const WRAPPING = new RegExp(`${ESCAPE}\\[\\?7[hl]`, "g");

/** Returns whether a text contains colours or styles. */
export function isStyled(text: string): boolean {
  return text.search(STYLE) >= 0;
}

/** Returns an output without what keeps frames from wrapping. */
export function unframed(output: string): string {
  return output.replace(WRAPPING, "");
}

/** Returns the lines of a screen, without styles and empty lines. */
export function screenLines(screen: string): string[] {
  const plain = unframed(screen).replace(STYLE, "").replace(ERASE, "").replaceAll("\r", "");
  return plain.split("\n").filter((line) => line.trim() !== "");
}

/** Returns the line that was redrawn last: the text after the last erasure that has text after it. */
export function lastLine(screen: string): string {
  const plain = unframed(screen).replace(STYLE, "");
  return plain.split(`\r${ESCAPE}[K`).findLast((line) => line !== "")?.replace(/\r$/, "") ?? "";
}
