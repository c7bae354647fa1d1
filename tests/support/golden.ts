import { assertEquals } from "@std/assert";

/** Asserts that a text is that of a golden file; `TONEARM_GOLDEN=write` writes the file. */
export async function assertGolden(text: string, file: URL): Promise<void> {
  if (Deno.env.get("TONEARM_GOLDEN") === "write") await Deno.writeTextFile(file, text);
  assertEquals(text.split("\n"), (await Deno.readTextFile(file)).split("\n"));
}
