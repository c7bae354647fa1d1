/**
 * Batches of uploads that are interrupted at random moments, again and again, until they are through. 200 times with
 * `TONEARM_INTERRUPTIONS=200`.
 */
import { assertEquals } from "@std/assert";
import { once } from "node:events";
import { truncate, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { emptyHome, type Home, serveWorld } from "../support/cli.ts";
import { writeTone } from "../support/sounds.ts";

const INTERRUPTIONS = Number(Deno.env.get("TONEARM_INTERRUPTIONS") ?? 8);
const FILES = 10;
/** From before the first request to well within the batch. */
const LATEST_MS = 500;

async function titlesOf(home: Home): Promise<string[]> {
  const { stdout } = await home.run(["api", "--paginate", "/me/tracks?linked_partitioning=true&limit=200"]);
  return JSON.parse(stdout).map(({ title }: { title: string }) => title);
}

Deno.test("tonearm upload: interrupted at any moment, however, it leaves no duplicate and misses no file", async () => {
  await using world = await serveWorld();
  world.sandbox.config.transcodeDelayMs = 0;
  let interrupted = 0;
  for (let batch = 0; interrupted < INTERRUPTIONS; batch++) {
    const names = Array.from({ length: FILES }, (_, index) => `batch ${batch} file ${index}`);
    const files = names.map((name) => join(world.home.directory, `${name}.wav`));
    for (const [index, file] of files.entries()) await writeTone(file, 1, 100 + 10 * (batch * FILES + index));
    for (let code = -1; code !== 0;) {
      const running = world.home.start(["upload", ...files, "--quiet"]);
      const timer = setTimeout(
        () => running.signal(Math.random() < 0.5 ? "SIGINT" : "SIGKILL"),
        interrupted < INTERRUPTIONS ? Math.random() * LATEST_MS : 100_000,
      );
      const outcome = await running.outcome;
      clearTimeout(timer);
      code = outcome.code;
      if (code !== 0) interrupted++;
      assertEquals([0, 130, 137].includes(code), true, outcome.stderr);
    }
    const titles = (await titlesOf(world.home)).filter((title) => title.startsWith(`batch ${batch} `)).sort();
    assertEquals(titles, [...names].sort());
  }
});

Deno.test("tonearm upload: a service that answers before it has read the file fails that file, not the batch", async () => {
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
    assertEquals(stderr.includes("stream controller"), false, stderr);
  } finally {
    early.close();
  }
});
