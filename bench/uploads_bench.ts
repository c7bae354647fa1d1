/**
 * 200 uploads and deletes of 20 MB over HTTP: how long one takes, and that disk and memory are where they were.
 *
 * @module
 */
import { createSandbox } from "@tonearm/sandbox";
import { writeWav } from "../sandbox/audio/wav.ts";

/** Rounds until the runtime's own buffers have grown to what they need. */
const SETTLED = 20;
const ROUNDS = 200;
const MOST_GROWTH_MIB = 64;

/** Twenty million bytes: a little under four minutes of sound. */
function sound(): Blob {
  return new Blob([writeWav(new Float32Array(10_000_000).fill(0.3), 44_100)]);
}

function memoryMib(): number {
  return Deno.memoryUsage().rss / 2 ** 20;
}

async function uploadAndDelete(baseUrl: string, headers: HeadersInit, file: Blob): Promise<void> {
  const body = new FormData();
  body.set("track[title]", "Large");
  body.set("track[asset_data]", file, "large.wav");
  const created = await fetch(`${baseUrl}/tracks`, { method: "POST", body, headers });
  const { id, message } = await created.json();
  if (created.status !== 201) throw new Error(`upload answered ${created.status}: ${message}`);
  const deleted = await fetch(`${baseUrl}/tracks/${id}`, { method: "DELETE", headers });
  await deleted.body?.cancel();
  if (deleted.status !== 200) throw new Error(`delete answered ${deleted.status}`);
}

const folder = Deno.makeTempDirSync();
const file = sound();
const sandbox = createSandbox({ path: `${folder}/state.db` });
const server = await sandbox.serve();
const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
let rounds = 0;
let settledAt = 0;

Deno.bench({ name: "upload and delete 20 MB", n: ROUNDS, warmup: SETTLED }, async () => {
  if (rounds++ === SETTLED) settledAt = memoryMib();
  await uploadAndDelete(server.url, headers, file);
});

globalThis.addEventListener("unload", () => {
  const grown = memoryMib() - settledAt;
  const left = [...Deno.readDirSync(`${folder}/state.db-media`)].length;
  console.error(`after ${rounds} rounds memory grew by ${grown.toFixed(1)} MiB, ${left} files are left`);
  sandbox.close();
  Deno.removeSync(folder, { recursive: true });
  if (grown > MOST_GROWTH_MIB || left > 0) throw new Error("uploads left something behind");
});
