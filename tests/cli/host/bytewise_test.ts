import { assertEquals, assertRejects } from "@std/assert";
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { bytewise } from "../../../cli/host/bytewise.ts";

/** Opens a pipe that keeps a writer, so that it never ends. */
async function withPipe(flags: number, work: (pipe: number) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-pipe-" });
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const pipe = openSync(path, constants.O_RDWR | flags);
  try {
    await work(pipe);
  } finally {
    closeSync(pipe);
    await Deno.remove(folder, { recursive: true });
  }
}

async function text(bytes: AsyncIterator<Uint8Array>, length: number): Promise<string> {
  let result = "";
  while (result.length < length) result += new TextDecoder().decode((await bytes.next()).value);
  return result;
}

Deno.test("bytewise() reads no byte beyond the requested ones", async () => {
  await withPipe(0, async (pipe) => {
    writeSync(pipe, new TextEncoder().encode("onetwo"));
    assertEquals(await text(bytewise(pipe, new AbortController().signal), 3), "one");
    const rest = new Uint8Array(10);
    assertEquals(new TextDecoder().decode(rest.subarray(0, readSync(pipe, rest))), "two");
  });
});

Deno.test("bytewise() reads a file to its end, and leaves it open", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, "one");
  const file = openSync(path, "r");
  const found = await Array.fromAsync(bytewise(file, new AbortController().signal), ([byte]) => byte);
  assertEquals(found, [...new TextEncoder().encode("one")]);
  closeSync(file);
  await Deno.remove(path);
});

Deno.test("bytewise() waits for a byte when the pipe is non-blocking", async () => {
  await withPipe(constants.O_NONBLOCK, async (pipe) => {
    const first = text(bytewise(pipe, new AbortController().signal), 1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    writeSync(pipe, new TextEncoder().encode("x"));
    assertEquals(await first, "x");
  });
});

Deno.test({
  name: "bytewise() rejects with the signal's reason while it waits",
  // The last read is still pending.
  sanitizeOps: false,
  async fn() {
    await withPipe(constants.O_NONBLOCK, async (pipe) => {
      const controller = new AbortController();
      const waiting = assertRejects(() => text(bytewise(pipe, controller.signal), 1), Error, "stop");
      controller.abort(new Error("stop"));
      await waiting;
    });
  },
});

Deno.test("bytewise() reads nothing once the signal is aborted", async () => {
  await withPipe(0, async (pipe) => {
    writeSync(pipe, new TextEncoder().encode("x"));
    const aborted = AbortSignal.abort(new Error("stop"));
    await assertRejects(() => text(bytewise(pipe, aborted), 1), Error, "stop");
    const rest = new Uint8Array(10);
    assertEquals(readSync(pipe, rest), 1);
  });
});
