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

  Deno.test(`${read.name}() may be left before the end of the file`, async () => {
    await withFile(2 ** 19, async (file) => {
      for await (const piece of read(file)) {
        assertEquals(piece.length > 0, true);
        break;
      }
    });
  });

  Deno.test(`${read.name}() rejects a missing file`, async () => {
    await assertRejects(() => read("/nonexistent").next(), Error, "ENOENT");
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
