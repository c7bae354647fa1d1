import { assertEquals } from "@std/assert";
import { closest } from "../../offline/cliffy_command/closest.ts";

/** A word, what it is compared with, and the nearest: a letter more, less or another is one step, whatever its case. */
const NEAREST: readonly (readonly [given: string, words: readonly string[], nearest: string | undefined])[] = [
  ["cat", ["cog", "cart"], "cart"],
  ["cat", ["cog", "ca"], "ca"],
  ["cat", ["cog", "cut"], "cut"],
  ["cat", ["cog", "CAT"], "CAT"],
  ["CAT", ["cog", "cat"], "cat"],
  ["cat", ["catalogue", "dog"], "dog"],
  ["cat", ["cut", "cot"], "cut"],
  ["", ["ab", "a"], "a"],
  ["ab", ["", "xyz"], ""],
  ["cat", [], undefined],
];

for (const [given, words, nearest] of NEAREST) {
  Deno.test(`closest(): of ${JSON.stringify(words)}, ${JSON.stringify(nearest)} is nearest to ${JSON.stringify(given)}`, () => {
    assertEquals(closest(given, words), nearest);
  });
}
