import { assertEquals, assertRejects } from "@std/assert";
import { passingPiecesOf, piecesOf } from "../../../cli/upload/pieces.ts";

/** Works on a file of this many bytes. */
async function withFile(length: number, work: (file: string, content: Uint8Array) => Promise<void>): Promise<void> {
  const file = await Deno.makeTempFile({ prefix: "tonearm-pieces-" });
  try {
    const content = Uint8Array.from({ length }, (_, index) => index % 251);
    await Deno.writeFile(file, content);
    await work(file, content);
  } finally {
    await Deno.remove(file);
  }
}

/** Returns how often this process has a file open, as Linux tells other processes. */
async function timesOpen(file: string): Promise<number> {
  const { stdout } = await new Deno.Command("ls", { args: ["-l", `/proc/${Deno.pid}/fd`] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.endsWith(` -> ${file}`)).length;
}

for (const read of [piecesOf, passingPiecesOf]) {
  for (const length of [0, 1, 2 ** 15, 2 ** 18, 2 ** 18 + 1]) {
    Deno.test(`${read.name}() yields the ${length} bytes of a file in order`, async () => {
      await withFile(length, async (file, content) => {
        const found: Uint8Array<ArrayBuffer>[] = [];
        for await (const piece of read(file)) found.push(piece.slice());
        assertEquals(await new Blob(found).bytes(), content);
      });
    });
  }

  for (const [when, isLeft] of [["at its end", false], ["when it is left before its end", true]] as const) {
    Deno.test({
      name: `${read.name}() closes the file ${when}`,
      ignore: Deno.build.os !== "linux",
      fn: () =>
        withFile(2 ** 19, async (file) => {
          for await (const _ of read(file)) {
            assertEquals(await timesOpen(file), 1);
            if (isLeft) break;
          }
          assertEquals(await timesOpen(file), 0);
        }),
    });
  }

  Deno.test(`${read.name}() rejects a missing file`, async () => {
    await withFile(0, async (file) => {
      await assertRejects(() => read(`${file}.missing`).next(), Error, "ENOENT");
    });
  });
}

Deno.test("piecesOf() yields a new buffer each time, and passingPiecesOf() the same one", async () => {
  await withFile(2 ** 19, async (file) => {
    const buffersOf = async (pieces: AsyncIterable<Uint8Array>) => {
      const buffers: ArrayBufferLike[] = [];
      for await (const { buffer } of pieces) buffers.push(buffer);
      return { pieces: buffers.length, buffers: new Set(buffers).size };
    };
    assertEquals(await buffersOf(piecesOf(file)), { pieces: 16, buffers: 16 });
    assertEquals(await buffersOf(passingPiecesOf(file)), { pieces: 2, buffers: 1 });
  });
});
