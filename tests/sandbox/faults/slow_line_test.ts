import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import "../../../sandbox/node.ts";
import { type Line, lose, sendOver } from "../../../sandbox/faults/line.ts";
import { Call } from "../../../sandbox/http/call.ts";
import { World } from "../../../sandbox/world/world.ts";

/** A piece of a body: its size, and the time at which it arrived, in milliseconds. */
interface Piece {
  readonly size: number;
  readonly at: number;
}

function callIn(world: World, signal?: AbortSignal): Call {
  return new Call(new Request("https://api.sandbox.test/me", signal ? { signal } : {}), { world });
}

/** Sends a body over a line, in-process, and returns its pieces, and the error that ends them. */
async function send(bytes: number, line: Partial<Line>): Promise<{ pieces: Piece[]; error?: string }> {
  using time = new FakeTime(0);
  const world = new World();
  const whole = { bytesPerSecond: undefined, cutAfterBytes: undefined, ...line };
  const reply = await sendOver(new Response(new Uint8Array(bytes)), whole, callIn(world));
  const pieces: Piece[] = [];
  const read = (async () => {
    for await (const piece of reply.body ?? []) pieces.push({ size: piece.length, at: time.now });
  })().then(() => ({ pieces }), (error: Error) => ({ pieces, error: error.message }));
  let isOver = false;
  void read.then(() => isOver = true);
  for (let turn = 0; turn < 1000 && !isOver; turn++) await time.tickAsync(10);
  world.close();
  return await read;
}

Deno.test("sendOver() sends a slow body every 50 ms, in pieces of the speed", async () => {
  assertEquals(await send(120, { bytesPerSecond: 1000 }), {
    pieces: [{ size: 50, at: 50 }, { size: 50, at: 100 }, { size: 20, at: 120 }],
  });
});

Deno.test("sendOver() sends single bytes where the line is slower than a byte in 50 ms", async () => {
  assertEquals(await send(2, { bytesPerSecond: 5 }), { pieces: [{ size: 1, at: 200 }, { size: 1, at: 400 }] });
});

Deno.test("sendOver() sends a fast body in pieces of 16 KiB at most", async () => {
  const sizes = (await send(40_000, { bytesPerSecond: 100_000_000 })).pieces.map(({ size }) => size);
  assertEquals(sizes, [16_384, 16_384, 7232]);
});

Deno.test("sendOver() cuts a body after the given bytes, at once, and leaves a shorter one whole", async () => {
  const error = "fetch failed: connection closed before the body was complete";
  assertEquals(await send(100, { cutAfterBytes: 40 }), { pieces: [{ size: 40, at: 0 }], error });
  assertEquals(await send(100, { cutAfterBytes: 0 }), { pieces: [], error });
  assertEquals(await send(40, { cutAfterBytes: 40 }), { pieces: [{ size: 40, at: 0 }] });
  assertEquals(await send(0, { cutAfterBytes: 40 }), { pieces: [] });
});

Deno.test("sendOver() keeps the status and the headers of the whole reply", async () => {
  const world = new World();
  const whole = new Response("0123456789", { status: 201, headers: { "x-own": "1" } });
  const reply = await sendOver(whole, { bytesPerSecond: undefined, cutAfterBytes: 4 }, callIn(world));
  const { status, headers } = reply;
  assertEquals(status, 201);
  assertEquals(headers.get("x-own"), "1");
  assertEquals(headers.get("content-length"), "10");
  await reply.body?.cancel();
  world.close();
});

for (
  const { drop, told } of [
    { drop: "before", told: "fetch failed: connection reset by peer" },
    { drop: "after_commit", told: "fetch failed: connection reset by peer" },
    { drop: "malformed_chunk", told: "fetch failed: invalid chunk size" },
  ] as const
) {
  Deno.test(`lose() rejects in-process as a network does, for ${drop}`, async () => {
    const world = new World();
    const error = await assertRejects(() => lose(callIn(world), drop), TypeError);
    assertEquals({ name: error.name, message: error.message }, { name: "TypeError", message: told });
    world.close();
  });
}

Deno.test("lose() keeps a request waiting until its caller gives up", async () => {
  const world = new World();
  const caller = new AbortController();
  const lost = lose(callIn(world, caller.signal), "never");
  const first = await Promise.race([
    lost.catch(() => "over"),
    new Promise((resolve) => setTimeout(resolve, 0, "waits")),
  ]);
  caller.abort(new TypeError("the caller gave up"));
  await assertRejects(() => lost, TypeError, "the caller gave up");
  assertEquals(first, "waits");
  world.close();
});
