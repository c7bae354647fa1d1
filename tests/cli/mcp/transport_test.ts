import { assertEquals } from "@std/assert";
import { HostTransport } from "../../../cli/mcp/transport.ts";
import { testHost } from "../../support/cli/test_host.ts";

/** Runs a transport over chunks of stdin, and returns the results at its end. */
function reading(...chunks: readonly (string | Uint8Array)[]) {
  const on = testHost();
  const stdin = {
    isTTY: false,
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    },
  };
  const transport = new HostTransport({ ...on.host, stdin });
  const messages: unknown[] = [];
  const errors: string[] = [];
  const closed = Promise.withResolvers<void>();
  let hasClosed = false;
  transport.onmessage = (message) => void messages.push(message);
  transport.onerror = (error) => void errors.push(error.message);
  transport.onclose = () => {
    hasClosed = true;
    closed.resolve();
  };
  return { on, transport, messages, errors, closed: closed.promise, hasClosed: () => hasClosed };
}

const NOTE = { jsonrpc: "2.0", method: "notifications/initialized" } as const;
const ASK = { jsonrpc: "2.0", id: 1, method: "ping" } as const;

Deno.test("HostTransport reads a message a line, however the lines come, and none that is empty", async () => {
  const NOTE = { jsonrpc: "2.0", method: "notifications/é" } as const;
  const text = JSON.stringify(NOTE);
  const bytes = new TextEncoder().encode(`${text}\r\n\n${text}\n${text}`);
  const at = bytes.indexOf(0xc3) + 1;
  const { transport, messages, errors, closed } = reading(bytes.subarray(0, at), bytes.subarray(at));
  await transport.start();
  await closed;
  assertEquals({ messages, errors }, { messages: [NOTE, NOTE], errors: [] });
});

Deno.test("HostTransport ends after stdin once every request has its answer", async () => {
  const { on, transport, messages, closed, hasClosed } = reading(`${JSON.stringify(ASK)}\n`);
  await transport.start();
  while (messages.length === 0) await Promise.resolve();
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assertEquals(hasClosed(), false, "a request is open");
  await transport.send({ jsonrpc: "2.0", id: 2, method: "ping" });
  assertEquals(hasClosed(), false, "a request of its own answers nothing");
  await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  await closed;
  assertEquals(on.stdout.trimEnd().split("\n").map((line) => JSON.parse(line)), [
    { jsonrpc: "2.0", id: 2, method: "ping" },
    { jsonrpc: "2.0", id: 1, result: {} },
  ]);
});

Deno.test("HostTransport tells of a line that is no message, and goes on", async () => {
  const { transport, messages, errors, closed } = reading("nonsense\n", `${JSON.stringify(NOTE)}\n`);
  await transport.start();
  await closed;
  assertEquals([messages.length, errors.length], [1, 1]);
});

Deno.test("HostTransport rejects a message that never ends", async () => {
  for (
    const [length, expected] of [[4_000_000, []], [4_000_001, ["A message has more than 4000000 characters"]]] as const
  ) {
    const { transport, errors, closed } = reading("x".repeat(length));
    await transport.start();
    await closed;
    assertEquals(errors, [...expected]);
  }
});

Deno.test("HostTransport.close() says that it has ended", async () => {
  const { transport, hasClosed } = reading();
  await transport.close();
  assertEquals(hasClosed(), true);
});
