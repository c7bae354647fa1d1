// Uploads a generated gibibyte with the library or a bare `fetch`, and measures time and memory.
import process from "node:process";
import { uploadTrack } from "../../../../mod.ts";

/** The cost of an upload. */
export interface UploadCost {
  readonly seconds: number;
  /** The growth of the peak memory, in bytes. */
  readonly memory: number;
}

const SIZE = 2 ** 30;
const CHUNK = new Uint8Array(65_536);

function chunks(size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(CHUNK);
      left -= CHUNK.byteLength;
    },
  }, { highWaterMark: 0 });
}

async function send(by: string, url: string, size: number): Promise<void> {
  if (by === "library") {
    const asset_data = { stream: chunks(size), size };
    await uploadTrack("token", { title: "Large", asset_data }, { baseUrl: url, authUrl: url });
    return;
  }
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    body: chunks(size),
    duplex: "half",
    redirect: "error",
  };
  await (await fetch(url, { ...init, headers: { "Content-Length": `${size}` } })).json();
}

const [by = "", url = ""] = process.argv.slice(2);
// A first upload loads what later ones use.
await send(by, url, SIZE / 16);
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => most = Math.max(most, process.memoryUsage().rss), 10);
const start = performance.now();
await send(by, url, SIZE);
const cost: UploadCost = { seconds: (performance.now() - start) / 1000, memory: most - before };
clearInterval(watch);
console.log(JSON.stringify(cost));
process.exit();
