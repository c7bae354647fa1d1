import { assertEquals } from "@std/assert";
import { unicodeWidth } from "@std/cli/unicode-width";

Deno.test("unicodeWidth() counts columns", () => {
  const widths: [string, number][] = [
    ["", 0],
    ["tonearm", 7],
    ["日本語", 6],
    ["ﾊﾝｶｸ", 4],
    ["한국어", 6],
    ["🎧", 2],
    ["cafe\u0301", 4],
    ["a\u200bb", 2],
    ["tab\tbell\x07", 7],
    ["…", 1],
  ];
  for (const [text, width] of widths) assertEquals(unicodeWidth(text), width, text);
});
