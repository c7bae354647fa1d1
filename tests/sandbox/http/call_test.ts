import { assertEquals } from "@std/assert";
import "../../../sandbox/node.ts";
import { Call, parseId } from "../../../sandbox/http/call.ts";
import { World } from "../../../sandbox/world/world.ts";

/** Runs a test with a call of a body that arrives in these pieces. */
async function withBody(pieces: readonly Uint8Array[] | undefined, run: (call: Call) => Promise<void>): Promise<void> {
  const world = new World();
  const body = pieces && ReadableStream.from(pieces);
  const request = new Request("https://api.sandbox.test/me", { method: "POST", body: body ?? null });
  try {
    await run(new Call(request, { world }));
  } finally {
    if (!request.bodyUsed) await request.body?.cancel();
    world.close();
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

Deno.test("Call.scan() reads a letter whose bytes arrive one by one", async () => {
  const pieces = [...bytesOf("a=é🎵&b")].map((byte) => Uint8Array.of(byte));
  await withBody(pieces, async (call) => {
    const seen: string[] = [];
    assertEquals(await call.scan(100, (text) => seen.push(text)), "a=é🎵&b");
    assertEquals(seen[0], "a");
    assertEquals(seen.at(-1), "a=é🎵&b");
    assertEquals(seen.length, pieces.length);
    assertEquals(await call.request.text(), "a=é🎵&b", "the body stays readable");
  });
});

Deno.test("Call.scan() stops at the piece that has reached the length", async () => {
  await withBody(["abc", "def", "ghi"].map(bytesOf), async (call) => {
    assertEquals(await call.scan(0), "");
    assertEquals(await call.scan(3), "abc");
    assertEquals(await call.scan(4), "abcdef");
  });
});

Deno.test("Call.scan() returns an empty text of a request without a body", async () => {
  await withBody(undefined, async (call) => assertEquals(await call.scan(9), ""));
});

Deno.test("Call.peek() reads 64 KiB, and only once", async () => {
  const piece = bytesOf("x".repeat(1024));
  await withBody(Array<Uint8Array>(80).fill(piece), async (call) => {
    const text = await call.peek();
    assertEquals(text.length, 65_536);
    assertEquals(await call.peek(), text);
  });
});

Deno.test("parseId() reads a number of up to 15 digits, or a URN of the kind", () => {
  const shown = (text: string) => parseId(text, "tracks");
  assertEquals([shown("7"), shown("soundcloud:tracks:7"), shown("123456789012345")], [7, 7, 123456789012345]);
  for (const text of ["", "soundcloud:users:7", "soundcloud:tracks:", "7a", "-7", "1234567890123456"]) {
    assertEquals(shown(text), undefined, text);
  }
});
