import { assertEquals, assertMatch } from "@std/assert";
import { wrap } from "../../cli/output/wrap.ts";
import { emptyHome } from "../support/cli.ts";
import { screenLines } from "../support/terminal.ts";

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

Deno.test("wrap() counts columns, of which a wide character takes two", () => {
  assertEquals(wrap("夜の 海 Yoru", 7), ["夜の 海", "Yoru"]);
  assertEquals(wrap("夜の 海 Yoru", 6), ["夜の", "海", "Yoru"]);
});

Deno.test("wrap(): on a terminal of 40 columns errors and what doctor finds break between words", async () => {
  await using home = await emptyHome({ TONEARM_API_URL: "http://127.0.0.1:1", TONEARM_AUTH_URL: "http://127.0.0.1:1" });
  for (const argv of [["me"], ["doctor"]]) {
    const { stdout } = await home.run(argv, { columns: 40 });
    const words = stdout.replaceAll(/[^\S\n]+/g, " ");
    assertMatch(words, /Run `tonearm auth`/);
    // A path is one word, as long as it is.
    assertEquals(screenLines(stdout).filter((line) => line.length > 40 && !/ \/\S+$/.test(line)), []);
  }
});
