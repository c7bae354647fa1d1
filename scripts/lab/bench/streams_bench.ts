// Time to the first byte of the playlists of three-hour uploads.
import { createSandbox } from "@tonearm/sandbox";
import { spawnSync } from "node:child_process";
import { catalogueSound } from "../../../sandbox/audio/catalogue.ts";
import { readAll } from "../../../sandbox/base/content.ts";
import { reportFigure } from "./figure.ts";
import { writeWav } from "../../../tests/support/sandbox/sounds.ts";

const SECONDS = 3 * 3600;
const MOST_MS = 1000;

const LISTS = ["hls_aac_160_url", "hls_aac_96_url", "hls_mp3_128_url"];

const folder = Deno.makeTempDirSync();
const sandbox = createSandbox({ path: `${folder}/state.db`, config: { transcodeDelayMs: 0 } });
const server = await sandbox.serve();
/** A new connection for each request, because a kept one may have been closed while a file was created. */
const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
const ask = (url: string, init: RequestInit = {}) => fetch(url, { ...init, client });
const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };

/** Creates files of three hours without an encoder: a tone at 8 kHz, and the catalogue's frames. */
async function* files(): AsyncGenerator<[name: string, bytes: Uint8Array<ArrayBuffer>]> {
  yield ["wav", writeWav(new Float32Array(SECONDS * 8000).map((_, i) => 0.3 * Math.sin(i / 5)), 8000)];
  for (const [name, quality] of [["mp3", "mp3_128"], ["aac", "aac_96"]] as const) {
    const bytes = await readAll((await (await catalogueSound(1, SECONDS * 1000, quality)).whole()).read());
    yield [name, bytes];
    if (name === "aac") yield ["m4a", inMp4(bytes)];
  }
}

/** Converts the same frames to an MP4 file with ffmpeg. */
function inMp4(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const [from, to] = [`${folder}/sound.aac`, `${folder}/sound.m4a`];
  Deno.writeFileSync(from, bytes);
  const { status } = spawnSync("ffmpeg", ["-v", "error", "-i", from, "-c", "copy", to]);
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}`);
  return Deno.readFileSync(to);
}

async function upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const body = new FormData();
  body.set("track[title]", "Three hours");
  body.set("track[asset_data]", new Blob([bytes]), `sound.${name}`);
  const reply = await ask(`${server.url}/tracks`, { method: "POST", body, headers });
  const { id, message } = await reply.json();
  if (reply.status !== 201) throw new Error(`upload answered ${reply.status}: ${message}`);
  return id;
}

/** Measures the time from the request for the playlist to its first byte. */
async function firstByte(link: string): Promise<{ milliseconds: number; segments: number }> {
  const { location } = await (await ask(link, { headers, redirect: "manual" })).json();
  const start = performance.now();
  const reply = await ask(location);
  const reader = reply.body!.getReader();
  const { value } = await reader.read();
  const milliseconds = performance.now() - start;
  const rest = [new TextDecoder().decode(value)];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rest.push(new TextDecoder().decode(part.value));
  }
  return { milliseconds, segments: rest.join("").match(/#EXTINF/g)?.length ?? 0 };
}

for await (const [name, bytes] of files()) {
  const track = await upload(name, bytes);
  const streams = await (await ask(`${server.url}/tracks/${track}/streams`, { headers })).json();
  for (const list of LISTS.filter((name) => streams[name])) {
    const { milliseconds, segments } = await firstByte(streams[list]);
    if (segments < SECONDS / 10) throw new Error(`${list} has ${segments} segments`);
    const what = `first byte of ${list.slice(0, -"_url".length)}, ${name} of 3 h`;
    reportFigure(what, milliseconds, "ms", { max: MOST_MS });
  }
  const deleted = await ask(`${server.url}/tracks/${track}`, { method: "DELETE", headers });
  await deleted.body?.cancel();
}
client.close();
await server.close();
sandbox.close();
Deno.removeSync(folder, { recursive: true });
