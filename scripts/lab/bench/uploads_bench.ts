/**
 * 200 uploads and deletions of 20 MB over HTTP: the time of each, and whether disk and memory grow.
 *
 * @module
 */
import { createSandbox } from "@tonearm/sandbox";
import { writeWav } from "../../../sandbox/audio/wav.ts";
import { median, reportFigure } from "./figure.ts";

/** Rounds until the runtime's buffers have reached their size. */
const SETTLED = 20;
const ROUNDS = 200;
const MOST_GROWTH_MIB = 64;
const MOST_MS = 1000;

/** Creates twenty million bytes: just under four minutes of sound. */
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
const times: number[] = [];
let settledAt = 0;
for (let round = 0; round < SETTLED + ROUNDS; round++) {
  if (round === SETTLED) settledAt = memoryMib();
  const start = performance.now();
  await uploadAndDelete(server.url, headers, file);
  times.push(performance.now() - start);
}
const grown = memoryMib() - settledAt;
const left = [...Deno.readDirSync(`${folder}/state.db-media`)].length;
await server.close();
sandbox.close();
Deno.removeSync(folder, { recursive: true });
reportFigure({ name: "upload and delete 20 MB", value: median(times), unit: "ms", bound: MOST_MS, good: "below" });
reportFigure({
  name: "memory growth over 200 uploads",
  value: grown,
  unit: "MiB",
  bound: MOST_GROWTH_MIB,
  good: "below",
});
reportFigure({ name: "files left after 200 uploads", value: left, unit: "", bound: 0, good: "below" });
