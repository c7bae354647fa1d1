import { assertEquals, assertMatch } from "@std/assert";
import { wrap } from "../../../cli/output/wrap.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { screenLines } from "../../support/cli/test_host.ts";

Deno.test("wrap() breaks between words, and fills each line", () => {
  assertEquals(wrap("one two three", 7), ["one two", "three"]);
  assertEquals(wrap("one two three", 6), ["one", "two", "three"]);
});

Deno.test("wrap() keeps a word that is longer than a line whole, and returns one empty line for an empty text", () => {
  assertEquals(wrap("a remarkable b", 4), ["a", "remarkable", "b"]);
  assertEquals(wrap("", 4), [""]);
});

Deno.test("wrap() counts a wide character as two columns", () => {
  assertEquals(wrap("夜の 海 Yoru", 7), ["夜の 海", "Yoru"]);
  assertEquals(wrap("夜の 海 Yoru", 6), ["夜の", "海", "Yoru"]);
});

Deno.test("wrap(): errors and doctor's results wrap between words on a terminal of 40 columns", async () => {
  await using home = await emptyHome({ TONEARM_API_URL: "http://127.0.0.1:1", TONEARM_AUTH_URL: "http://127.0.0.1:1" });
  for (const argv of [["me"], ["doctor"]]) {
    const { stdout } = await home.run(argv, { columns: 40 });
    const words = stdout.replaceAll(/[^\S\n]+/g, " ");
    assertMatch(words, /Run `tonearm auth`/);
    // A path is one word, whatever its length.
    assertEquals(screenLines(stdout).filter((line) => line.length > 40 && !/ \/\S+$/.test(line)), []);
  }
});
