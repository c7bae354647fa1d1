import { assertEquals } from "@std/assert";
import { wrap } from "../../cli/output/wrap.ts";

Deno.test("wrap() breaks between words, and fills a line to its end", () => {
  assertEquals(wrap("one two three", 7), ["one two", "three"]);
  assertEquals(wrap("one two three", 6), ["one", "two", "three"]);
});

Deno.test("wrap() leaves a word that is longer than a line whole, and gives one line of nothing for nothing", () => {
  assertEquals(wrap("a remarkable b", 4), ["a", "remarkable", "b"]);
  assertEquals(wrap("", 4), [""]);
});

Deno.test("wrap() breaks nothing where there is no end", () => {
  assertEquals(wrap("one two three", Infinity), ["one two three"]);
});
