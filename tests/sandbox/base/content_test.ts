import { assertEquals } from "@std/assert";
import { memoryContent, readAll, repeatedContent, slicedContent, toStream } from "../../../sandbox/base/content.ts";

const LETTERS = memoryContent(new TextEncoder().encode("abcdefgh"));

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return new TextDecoder().decode(await readAll(chunks));
}

Deno.test("content: a part goes from its start up to, but not including, its end", async () => {
  for (
    const [start, end, text] of [[0, 8, "abcdefgh"], [2, 5, "cde"], [5, 99, "fgh"], [3, 3, ""], [8, 9, ""]] as const
  ) {
    assertEquals(await textOf(LETTERS.read(start, end)), text);
    const repeated = repeatedContent(new TextEncoder().encode("abc"), 8);
    assertEquals(await textOf(repeated.read(start, Math.min(end, 8))), "abcabcab".slice(start, end));
  }
  const inner = slicedContent(LETTERS, 2, 6);
  const read = { size: inner.size, whole: await textOf(inner.read()), part: await textOf(inner.read(1, 3)) };
  assertEquals(read, { size: 4, whole: "cdef", part: "de" });
});

Deno.test("toStream(): cancelling ends the source, and nothing is read before it is asked for", async () => {
  const seen: string[] = [];
  async function* source() {
    try {
      for (const letter of "abc") {
        seen.push(letter);
        yield await Promise.resolve(new TextEncoder().encode(letter));
      }
    } finally {
      seen.push("over");
    }
  }
  const reader = toStream(source()).getReader();
  assertEquals(seen, []);
  assertEquals((await reader.read()).value, new TextEncoder().encode("a"));
  await reader.cancel();
  assertEquals(seen, ["a", "over"]);
});
