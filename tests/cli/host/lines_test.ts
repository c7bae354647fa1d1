import { assertEquals } from "@std/assert";
import type { Input } from "../../../cli/host/host.ts";
import { pendingLines, readFirstLines } from "../../../cli/host/lines.ts";

/** A stream of chunks. */
function input(chunks: readonly (string | Uint8Array<ArrayBuffer>)[], isTTY = false): Input {
  return { isTTY, [Symbol.asyncIterator]: () => new Blob([...chunks]).stream()[Symbol.asyncIterator]() };
}

/** A stream that arrives chunk by chunk, and counts how many were read. */
function counted(chunks: readonly Uint8Array[]) {
  const reads = { count: 0 };
  const stdin: Input = {
    isTTY: true,
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) {
        reads.count++;
        yield chunk;
      }
    },
  };
  return { stdin, reads };
}

const bytes = (text: string) => new TextEncoder().encode(text);

for (
  const [what, text, expected] of [
    ["with a line break at the end", "one\ntwo\n", ["one", "two"]],
    ["without a line break at the end", "one\ntwo", ["one", "two"]],
    ["of another system", "one\r\ntwo\rthree", ["one", "two", "three"]],
    ["with blank lines", "\n \none\n\n  \ntwo\n \t ", ["one", "two"]],
    ["of nothing", "", []],
  ] as const
) {
  Deno.test(`pendingLines() and readFirstLines() yield the lines of a text ${what}`, async () => {
    assertEquals(await Array.fromAsync(pendingLines(input([text]))), [...expected]);
    assertEquals(await readFirstLines(input([text]), 9), [...expected]);
  });
}

Deno.test("readFirstLines() trims lines, and reads no further than it has to", async () => {
  const { stdin, reads } = counted([bytes("  one \n"), bytes("two\n"), bytes("three\n")]);
  assertEquals(await readFirstLines(stdin, 2), ["one", "two"]);
  assertEquals(reads.count, 2);
});

Deno.test("pendingLines() joins a line and a character that arrive in pieces", async () => {
  const [first, second] = [bytes("ré").slice(0, 2), bytes("ré").slice(2)];
  const { stdin } = counted([first, second, bytes("su"), bytes("mé\nnext")]);
  assertEquals(await Array.fromAsync(pendingLines(stdin)), ["résumé", "next"]);
});

Deno.test({
  name: "pendingLines() and readFirstLines() read a pipe byte by byte, and pendingLines() reads a terminal in chunks",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const withBytes = (isTTY: boolean): Input => ({ ...input(["in chunks"], isTTY), bytewise: input(["bytewise"]) });
    assertEquals(await Array.fromAsync(pendingLines(withBytes(false))), ["bytewise"]);
    assertEquals(await Array.fromAsync(pendingLines(withBytes(true))), ["in chunks"]);
    assertEquals(await readFirstLines(withBytes(true), 1), ["bytewise"]);
  },
});
