import { assertEquals } from "@std/assert";
import { commandsPage } from "../../../scripts/docs/reference/markdown.ts";

/** The words of a page, wherever its lines break. */
function wordsOf(page: string): string[] {
  return page.split(/\s+/);
}

Deno.test("docs/command-line/commands.md matches the commands' help (`deno task docs` writes it)", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/command-line/commands.md", import.meta.url));
  assertEquals(wordsOf(await commandsPage()), wordsOf(page));
});
