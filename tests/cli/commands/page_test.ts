import { assertEquals } from "@std/assert";
import { commandsPage } from "../../../scripts/docs/reference/markdown.ts";

/** The words of a page, wherever its lines break. */
function wordsOf(page: string): string[] {
  return page.split(/\s+/);
}

Deno.test("docs/commands.md matches the commands' help (`deno task docs` writes it)", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/commands.md", import.meta.url));
  assertEquals(wordsOf(await commandsPage()), wordsOf(page));
});
