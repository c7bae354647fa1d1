import { assertEquals, assertRejects } from "@std/assert";
import { Writable } from "node:stream";
import { ClosedPipe, Failure } from "../../../cli/errors.ts";
import type { Output } from "../../../cli/host/host.ts";
import { forgiving, output } from "../../../cli/host/stream_output.ts";

/** How a write ends: with success, with an error in its callback, or with one that it throws. */
type Ending = { readonly code?: string; readonly message: string; readonly isThrown?: true } | "ok";

/** A stream whose writes end as given, the output on it, and what has happened. */
function outputFixture(endings: readonly Ending[], properties: object = {}) {
  const texts: string[] = [];
  const stops: Error[] = [];
  const left = [...endings];
  const write = (text: string, done: (error?: Error) => void) => {
    texts.push(text);
    const ending = left.shift() ?? "ok";
    if (ending === "ok") return done();
    const { message, code, isThrown } = ending;
    const error = Object.assign(new Error(message), { code });
    if (isThrown) throw error;
    done(error);
  };
  const stream = Object.assign(new Writable(), { write }, properties) as unknown as NodeJS.WriteStream;
  return { stream, texts, stops, written: output(stream, (reason) => stops.push(reason)) };
}

const failureOf = (to: Output, text: string) => assertRejects(() => to.write(text), Error);

Deno.test("output() writes to the stream, and has its columns and whether it is a terminal", async () => {
  const { texts, stops, written } = outputFixture([]);
  await written.write("a");
  await written.write("b");
  assertEquals({ texts, stops, isTTY: written.isTTY, columns: written.columns }, {
    texts: ["a", "b"],
    stops: [],
    isTTY: false,
    columns: undefined,
  });
  const terminal = outputFixture([], { isTTY: true, columns: 80 });
  Object.assign(terminal.stream, { columns: 40 });
  assertEquals({ isTTY: terminal.written.isTTY, columns: terminal.written.columns }, { isTTY: true, columns: 40 });
});

for (
  const ending of [
    { code: "EPIPE", message: "write EPIPE" },
    { code: "ERR_STREAM_DESTROYED", message: "Cannot call write after a stream was destroyed" },
    { code: "EOF", message: "write EOF" },
    { message: "Broken pipe (os error 32)", isThrown: true },
  ] as const
) {
  Deno.test(`output() ends the program quietly where nobody reads any more: ${ending.message}`, async () => {
    const { texts, stops, written } = outputFixture([ending]);
    const reason = await failureOf(written, "a");
    assertEquals(reason instanceof ClosedPipe, true);
    assertEquals(reason.message, "nobody reads any more");
    assertEquals(stops, [reason]);
    assertEquals(await failureOf(written, "b"), reason);
    assertEquals(texts, ["a"]);
  });
}

for (
  const [ending, why] of [
    [{ code: "ENOSPC", message: "ENOSPC: write" }, "no space left on the device"],
    [{ message: "No space left on device (os error 28)", isThrown: true }, "no space left on the device"],
    [{ code: "EIO", message: "i/o error" }, "i/o error"],
  ] as const
) {
  Deno.test(`output() reports that a write failed, and writes nothing after the gap: ${ending.message}`, async () => {
    const { texts, stops, written } = outputFixture(["ok", ending]);
    await written.write("a");
    const reason = await failureOf(written, "b");
    assertEquals(reason instanceof Failure && { kind: reason.kind, code: reason.code, message: reason.message }, {
      kind: "failed",
      code: "output",
      message: `Cannot write the result: ${why}`,
    });
    assertEquals(stops, [reason]);
    assertEquals(await failureOf(written, "c"), reason);
    assertEquals(texts, ["a", "b"]);
  });
}

Deno.test("output() counts an error of the stream between two writes", async () => {
  const { stream, texts, stops, written } = outputFixture([]);
  stream.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  assertEquals(stops.map((reason) => reason instanceof ClosedPipe), [true]);
  assertEquals(await failureOf(written, "a"), stops[0]);
  assertEquals(texts, []);
});

Deno.test("forgiving() ignores writes to a closed pipe, and no other error", async () => {
  const closed = outputFixture([{ code: "EPIPE", message: "write EPIPE" }], { isTTY: true, columns: 80 });
  assertEquals(await forgiving(closed.written).write("a"), undefined);
  const full = forgiving(outputFixture([{ code: "ENOSPC", message: "ENOSPC: write" }]).written);
  await assertRejects(() => full.write("a"), Failure, "no space left on the device");
});

Deno.test("forgiving() follows a terminal that changes its width", () => {
  const terminal = outputFixture([], { isTTY: true, columns: 80 });
  const quiet = forgiving(terminal.written);
  Object.assign(terminal.stream, { columns: 40 });
  assertEquals({ isTTY: quiet.isTTY, columns: quiet.columns }, { isTTY: true, columns: 40 });
});
