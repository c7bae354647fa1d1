/**
 * A service that replies to an upload before it has read the whole body. `TONEARM_BIN` also runs this with the npm
 * package and the single file.
 */
import { assertEquals, assertNotMatch } from "@std/assert";
import { once } from "node:events";
import { truncate, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { emptyHome } from "../../support/cli/cli.ts";

Deno.test("tonearm upload: an answer before the end of the file fails that file, not the batch", async () => {
  const early = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (head) => {
      const isUpload = String(head).startsWith("POST");
      const body = isUpload ? '{"code":413}' : '{"urn":"soundcloud:users:1","kind":"user"}';
      const status = isUpload ? "413 Payload Too Large" : "200 OK";
      socket.end(
        `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
          `connection: close\r\n\r\n${body}`,
      );
    });
  });
  early.listen(0, "127.0.0.1");
  await once(early, "listening");
  const { port } = early.address() as AddressInfo;
  await using home = await emptyHome({ TONEARM_API_URL: `http://127.0.0.1:${port}`, TONEARM_TOKEN: "t" });
  try {
    const files = ["a.wav", "b.wav"].map((name) => join(home.directory, name));
    for (const file of files) await writeFile(file, "").then(() => truncate(file, 64 * 2 ** 20));
    const { stdout, stderr } = await home.spawn([
      "upload",
      ...files,
      "--jsonl",
      "--retries",
      "0",
      "--continue-on-error",
    ]);
    const rows = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(rows.map(({ status }) => status), ["error", "error"], stderr);
    assertNotMatch(stderr, /stream controller|uncaught|unhandled/i);
  } finally {
    early.close();
  }
});
