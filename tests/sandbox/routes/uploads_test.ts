import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../../../scripts/deno.ts";
import { decode } from "../../support/sandbox/decode.ts";
import { watchFlushes } from "../../support/sessions/disks.ts";
import { without } from "../../support/programs.ts";
import { bytesAt, call, locationOf, overHttp, statusOf, streamsOf } from "../../support/sandbox/requests.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";
import { temporaryFolder } from "../../support/folder.ts";

const RATE = 8000;

type Track = Record<string, unknown> & {
  readonly id: number;
  readonly waveform_url: string;
  readonly artwork_url: string;
};

/** Creates a tone as a WAVE file of 16 kB per second, with a silent first half. */
function wav(seconds: number): Blob {
  const tone = Float32Array.from({ length: seconds * RATE }, (_, i) => 0.5 * Math.sin(i / 5));
  return new Blob([writeWav(tone.fill(0, 0, tone.length / 2), RATE)]);
}

function form(fields: Record<string, string | Blob>, name = "sound.wav"): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === "string") body.set(`track[${field}]`, value);
    else body.set(`track[${field}]`, value, name);
  }
  return body;
}

async function upload(sandbox: Sandbox, fields: Record<string, string | Blob> = {}, user = 1): Promise<Track> {
  const body = form({ title: "A new one", asset_data: wav(2), ...fields });
  const reply = await call(sandbox, "/tracks", { method: "POST", body, user });
  const track = await reply.json();
  assertEquals(reply.status, 201, JSON.stringify(track));
  return track;
}

/** Returns the names of the files of an in-memory sandbox. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ name }) => name.endsWith("-media")).flatMap(({ name }) =>
    [...Deno.readDirSync(`${folder}/${name}`)].map((file) => file.name)
  );
}

Deno.test({
  name: "POST /tracks: ffmpeg decodes an upload's stream to the uploaded sound",
  ignore: without("ffmpeg"),
  async fn() {
    using sandbox = createSandbox({ config: { transcodeDelayMs: 0 } });
    await using server = await sandbox.serve();
    const { id } = await upload(sandbox, { asset_data: wav(12) });
    const served = overHttp(sandbox, server);
    const { hls_mp3_128_url } = await (await call(served, `/tracks/${id}/streams`)).json();
    const { location } = await (await call(served, hls_mp3_128_url)).json();
    const { errors, seconds, samples } = await decode(location);
    assertEquals(errors, "");
    assertAlmostEquals(seconds, 12, 0.2);
    const loudest = (from: number) => Math.max(...samples.subarray(from * RATE, (from + 2) * RATE));
    assert(loudest(2) < 100 && loudest(8) > 10_000);
  },
});

Deno.test("POST /tracks: a file above the maximum size is 413, and isn't read to its end", async () => {
  await using folder = await temporaryFolder();
  using sandbox = createSandbox({ path: `${folder.path}/state.db`, config: { maxUploadBytes: 2_000_000 } });
  const head = '--b\r\nContent-Disposition: form-data; name="track[asset_data]"; filename="a.wav"\r\n\r\n';
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(sent++ === 0 ? new TextEncoder().encode(head) : new Uint8Array(65_536));
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  assertEquals(await statusOf(call(sandbox, "/tracks", init)), 413);
  assert(sent < 60);
  const declared = { method: "POST", body: "--b--", headers: { ...headers, "content-length": "9000000" } };
  assertEquals(await statusOf(call(sandbox, "/tracks", declared)), 413);
  assertEquals(await filesOf(folder.path), []);
});

Deno.test("POST /tracks: of two concurrent uploads, only one gets a permalink", async () => {
  using sandbox = createSandbox();
  const body = () => form({ title: "One", asset_data: wav(1), permalink: "only-one" });
  const post = () => statusOf(call(sandbox, "/tracks", { method: "POST", body: body() }));
  assertEquals((await Promise.all([post(), post()])).sort(), [201, 422]);
});

Deno.test("POST /tracks: a large upload is written to a file, which is removed with the track or playlist, a reset, or the sandbox", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/state.db`;
  const first = createSandbox({ path, config: { transcodeDelayMs: 0 } });
  const small = await upload(first);
  assertEquals(await filesOf(folder.path), []);
  const flushes = await watchFlushes(path);
  const large = await upload(first, { asset_data: wav(100), title: "Large" });
  flushes[Symbol.dispose]();
  assertEquals(flushes.found.map(({ bytes }) => bytes), [wav(100).size], "all of it is on the disk");
  const other = await upload(first, { asset_data: wav(100), title: "Also large" });
  assertEquals((await filesOf(folder.path)).length, 2);
  assertEquals(await statusOf(call(first, `/tracks/${other.id}`, { method: "DELETE" })), 200);
  assertEquals((await filesOf(folder.path)).length, 1);
  const picture = new Blob(["GIF89a", new Uint8Array(2_000_000)]);
  for (const body of [form({ artwork_data: picture }), form({ artwork_data: picture })]) {
    assertEquals(await statusOf(call(first, `/tracks/${large.id}`, { method: "PUT", body })), 200);
  }
  assertEquals((await filesOf(folder.path)).length, 2, "the picture before is gone");
  first.close();
  {
    using second = createSandbox({ path });
    for (const { id } of [small, large]) {
      const { preview_mp3_128_url } = await streamsOf(second, id);
      assert((await bytesAt(second, await locationOf(second, preview_mp3_128_url))).length > 30_000);
    }
    assertEquals(await statusOf(call(second, `/tracks/${large.id}`, { method: "DELETE" })), 200);
    assertEquals(await filesOf(folder.path), []);
    const body = new FormData();
    body.set("playlist[title]", "With a picture");
    body.set("playlist[artwork_data]", picture, "a.gif");
    const list: Track = await (await call(second, "/playlists", { method: "POST", body })).json();
    assertEquals((await filesOf(folder.path)).length, 1);
    assertEquals(await statusOf(call(second, `/playlists/${list.id}`, { method: "DELETE" })), 200);
    assertEquals(await filesOf(folder.path), []);
  }
});

Deno.test("POST /tracks: repeated uploads and deletions don't grow disk or memory", async () => {
  await using folder = await temporaryFolder();
  const script = fileURLToPath(new URL("./upload_rounds.ts", import.meta.url));
  const args = [
    "run",
    "-q",
    "--no-check",
    "--no-lock",
    "--config",
    await chooseConfig(),
    "-P=test",
    script,
    folder.path,
  ];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  assertEquals(new TextDecoder().decode(stderr).replace(/.*experimental feature.*\n/, ""), "");
  const { grownMib, files } = JSON.parse(new TextDecoder().decode(stdout));
  assertEquals(files, []);
  // The uploads have 380 MiB in total; the runtime's own memory varies by some tens of MiB.
  assert(grownMib < 150, `memory grew by ${grownMib} MiB`);
});

Deno.test("POST /tracks: concurrent uploads all arrive complete", async () => {
  using sandbox = createSandbox({ config: { transcodeDelayMs: 0 } });
  const seconds = [1, 80, 2, 120, 3];
  const tracks = await Promise.all(
    seconds.map((length) => upload(sandbox, { asset_data: wav(length), title: `${length}` })),
  );
  for (const [i, { id }] of tracks.entries()) {
    assertEquals((await (await call(sandbox, `/tracks/${id}`)).json()).duration, (seconds[i] ?? 0) * 1000);
  }
});
