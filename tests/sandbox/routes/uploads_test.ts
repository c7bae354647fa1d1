import { assert, assertAlmostEquals, assertEquals, assertMatch, assertObjectMatch } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { fileURLToPath } from "node:url";
import { drawCover } from "../../../sandbox/media/picture.ts";
import { chooseConfig } from "../../../scripts/deno.ts";
import { decode } from "../../support/sandbox/decode.ts";
import { watchFlushes } from "../../support/sessions/disks.ts";
import { without } from "../../support/programs.ts";
import { bytesAt, call, locationOf, overHttp, statusOf, streamsOf } from "../../support/sandbox/requests.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";
import { temporaryFolder } from "../../support/folder.ts";

const START = "2026-03-01T00:00:00Z";
const RATE = 8000;
const JSON_TYPE = { "content-type": "application/json" };

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

async function refusal(sandbox: Sandbox, body: FormData, user = 1): Promise<[number, string]> {
  const reply = await call(sandbox, "/tracks", { method: "POST", body, user });
  return [reply.status, (await reply.json()).message];
}

/** Returns the names of the files of an in-memory sandbox. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ name }) => name.endsWith("-media")).flatMap(({ name }) =>
    [...Deno.readDirSync(`${folder}/${name}`)].map((file) => file.name)
  );
}

Deno.test("POST /tracks: an upload becomes a track of its owner with the sent fields", async () => {
  using sandbox = createSandbox({ clock: START });
  const fields = {
    title: "夜 — 'test' 🎧",
    description: "One line\nand another",
    genre: "Ambient",
    tag_list: 'night "two words"',
    sharing: "private",
    downloadable: "true",
    commentable: "false",
    license: "cc-by",
    release_date: "2021-02-18",
    permalink: "my-own-name",
    unknown_field: "is ignored",
  };
  const track = await upload(sandbox, fields, 2);
  const { title, genre, sharing, downloadable, commentable, license, permalink_url } = track;
  assertEquals({ title, genre, sharing, downloadable, commentable, license }, {
    title: fields.title,
    genre: "Ambient",
    sharing: "private",
    downloadable: true,
    commentable: false,
    license: "cc-by",
  });
  assertObjectMatch(track, { release_year: 2021, release_month: 2, release_day: 18 });
  assertMatch(String(permalink_url), /yoru-no-umi\/my-own-name\/s-\w+/);
  assertEquals(await statusOf(call(sandbox, `/tracks/${track.id}`)), 404);
  assertEquals(await statusOf(call(sandbox, `/tracks/${track.id}`, { user: 2 })), 200);
});

Deno.test("POST /tracks: a track in processing has no duration and no streams", async () => {
  using sandbox = createSandbox({ clock: START, config: { transcodeDelayMs: 60_000 } });
  sandbox.clock.freeze();
  const { id, duration } = await upload(sandbox);
  assertEquals({ duration, streamsOf: await streamsOf(sandbox, id) }, { duration: 0, streamsOf: {} });
  sandbox.clock.advance(59_999);
  assertEquals(await streamsOf(sandbox, id), {});
  sandbox.clock.advance(1);
  assert((await streamsOf(sandbox, id)).hls_mp3_128_url);
  assertEquals((await (await call(sandbox, `/tracks/${id}`)).json()).duration, 2000);
});

Deno.test("POST /tracks: the waveform is that of the sound", async () => {
  using sandbox = createSandbox({ config: { transcodeDelayMs: 0 } });
  const { waveform_url } = await upload(sandbox);
  const figures = waveform_url.replace(/\.png$/, ".json");
  const { height, samples } = await (await sandbox.fetch(figures)).json();
  assertEquals([samples[100], samples[800], samples[1000], samples[1700]], [0, 0, height / 2, height / 2]);
});

Deno.test("POST /tracks: an uploaded WAVE is previewed as MP3, and downloaded unchanged", async () => {
  using sandbox = createSandbox({ config: { transcodeDelayMs: 0 } });
  const sound = wav(3);
  const track = await upload(sandbox, { asset_data: sound, downloadable: "true" });
  const { preview_mp3_128_url } = await streamsOf(sandbox, track.id);
  const mp3 = await bytesAt(sandbox, await locationOf(sandbox, preview_mp3_128_url));
  assertEquals(mp3.subarray(0, 2), Uint8Array.of(0xff, 0xfb));
  assertAlmostEquals(mp3.length, 3 * 16_000, 2000);
  const original = await bytesAt(sandbox, await locationOf(sandbox, String(track.download_url)));
  assertEquals(original, new Uint8Array(await sound.arrayBuffer()));
});

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

Deno.test("POST /tracks: only sound is accepted, whatever its name and type", async () => {
  using sandbox = createSandbox();
  const before = await (await call(sandbox, "/me/tracks?limit=200")).json();
  const unable = [422, "unable to process provided asset_data"];
  for (const bytes of ["", "I am no sound", "<html></html>", await drawCover("x", 10), "RIFF\0\0\0\0WAVEfmt "]) {
    const asset_data = new Blob([bytes], { type: "audio/wav" });
    assertEquals(await refusal(sandbox, form({ title: "No", asset_data }, "sound.mp3")), unable as [number, string]);
  }
  assertEquals(await refusal(sandbox, form({ title: "No", asset_data: "as text" })), unable as [number, string]);
  assertEquals(await (await call(sandbox, "/me/tracks?limit=200")).json(), before);
});

Deno.test("POST /tracks: an upload without a title or a sound is 422", async () => {
  using sandbox = createSandbox();
  const asset_data = wav(1);
  assertEquals(await refusal(sandbox, form({ asset_data })), [422, "Parameter title is missing."]);
  assertEquals((await refusal(sandbox, form({ title: " ", asset_data })))[0], 422);
  assertEquals(await refusal(sandbox, form({ title: "No" })), [422, "Parameter asset_data is missing."]);
  assertEquals((await refusal(sandbox, form({ title: "No", asset_data, sharing: "secret" })))[0], 422);
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

Deno.test("POST /tracks: without a confirmed e-mail address, an upload is 401 with a line break, but /me answers", async () => {
  using sandbox = createSandbox();
  const body = form({ title: "No", asset_data: wav(1) });
  const reply = await call(sandbox, "/tracks", { method: "POST", body, user: 6 });
  assertEquals({ status: reply.status, text: await reply.text() }, { status: 401, text: "\n" });
  assertMatch(reply.headers.get("content-type") ?? "", /^text\/plain/);
  assertEquals((await (await call(sandbox, "/me", { user: 6 })).json()).primary_email_confirmed, false);
  assertEquals(await statusOf(call(sandbox, "/tracks", { method: "POST", body: form({}), user: null })), 401);
});

Deno.test("POST /tracks: uploads count towards the quota of a free account until they are deleted", async () => {
  using sandbox = createSandbox();
  const left = async (user: number) => (await (await call(sandbox, "/me", { user })).json()).quota.upload_seconds_left;
  const refused = form({ title: "No", asset_data: wav(1) });
  assertEquals(await refusal(sandbox, refused, 8), [422, "The upload quota is exceeded."]);
  assertEquals(await left(2), 10_800);
  const { id } = await upload(sandbox, {}, 2);
  assertEquals(await left(2), 10_798);
  assertEquals(await statusOf(call(sandbox, `/tracks/${id}`, { method: "DELETE", user: 2 })), 200);
  assertEquals(await left(2), 10_800);
  assertEquals(await left(1), null);
});

Deno.test("POST /tracks: artwork is recognised by its bytes, served from the media host, and replaced by a form", async () => {
  using sandbox = createSandbox();
  const cover = new Blob([await drawCover("mine", 20)]);
  const { id, artwork_url } = await upload(sandbox, { artwork_data: cover });
  assertMatch(artwork_url, /^https:\/\/media\.sandbox\.test\/.*-large\.jpg$/);
  assertEquals(await bytesAt(sandbox, artwork_url), new Uint8Array(await cover.arrayBuffer()));
  const gif = new Blob(["GIF89a and so on"]);
  const body = form({ title: "Renamed", artwork_data: gif });
  const changed = await (await call(sandbox, `/tracks/${id}`, { method: "PUT", body })).json();
  assertEquals(changed.title, "Renamed");
  assertEquals((await sandbox.fetch(changed.artwork_url)).headers.get("content-type"), "image/gif");
  assertEquals(await statusOf(sandbox.fetch(artwork_url)), 404);
  const wrong = await call(sandbox, `/tracks/${id}`, { method: "PUT", body: form({ artwork_data: wav(1) }) });
  assertEquals(wrong.status, 422);
  assertEquals((await wrong.json()).message, "unable to process provided artwork_data");
  sandbox.config.artworkRequiresPro = true;
  const pro = form({ title: "No", asset_data: wav(1), artwork_data: cover });
  assertEquals((await refusal(sandbox, pro, 2))[0], 422);
});

Deno.test("POST /tracks: a playlist accepts artwork in the form that creates it", async () => {
  using sandbox = createSandbox();
  const body = new FormData();
  body.set("playlist[title]", "With a cover");
  const urns = (await (await call(sandbox, "/tracks?limit=50")).json()).map(({ urn }: { urn: string }) => urn);
  body.append("playlist[tracks][][urn]", `${urns[0]},${urns[1]}`);
  body.append("playlist[tracks][][urn]", urns[2]);
  body.set("playlist[artwork_data]", new Blob([await drawCover("list", 20)]), "cover.png");
  const reply = await call(sandbox, "/playlists", { method: "POST", body });
  const { artwork_url, track_count, id } = await reply.json();
  assertEquals({ status: reply.status, track_count }, { status: 201, track_count: 3 });
  assertEquals(await bytesAt(sandbox, artwork_url), await drawCover("list", 20));
  body.set("playlist[artwork_data]", wav(1), "cover.png");
  assertEquals(await statusOf(call(sandbox, "/playlists", { method: "POST", body })), 422);
  assertEquals(await statusOf(call(sandbox, `/playlists/${id}`, { method: "DELETE" })), 200);
  assertEquals(await statusOf(sandbox.fetch(artwork_url)), 404);
});

Deno.test("POST /tracks: of two concurrent uploads, only one gets a permalink", async () => {
  using sandbox = createSandbox();
  const body = () => form({ title: "One", asset_data: wav(1), permalink: "only-one" });
  const post = () => statusOf(call(sandbox, "/tracks", { method: "POST", body: body() }));
  assertEquals((await Promise.all([post(), post()])).sort(), [201, 422]);
});

Deno.test("POST /tracks: a JSON update keeps sound and artwork, and is rejected for another user's track", async () => {
  using sandbox = createSandbox();
  const { id, artwork_url } = await upload(sandbox, { artwork_data: new Blob([await drawCover("mine", 20)]) });
  const change = { method: "PUT", headers: JSON_TYPE, body: JSON.stringify({ track: { title: "Other" } }) };
  const changed = await (await call(sandbox, `/tracks/${id}`, change)).json();
  assertObjectMatch(changed, { title: "Other", artwork_url });
  const byForm = { method: "PUT", body: form({ title: "Mine now" }), user: 2 };
  assert([403, 404].includes(await statusOf(call(sandbox, `/tracks/${id}`, byForm))));
});

Deno.test("POST /tracks: a large upload is written to a file, which is removed with the track, a reset, or the sandbox", async () => {
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
  first.close();
  {
    using second = createSandbox({ path });
    for (const { id } of [small, large]) {
      const { preview_mp3_128_url } = await streamsOf(second, id);
      assert((await bytesAt(second, await locationOf(second, preview_mp3_128_url))).length > 30_000);
    }
    assertEquals(await statusOf(call(second, `/tracks/${large.id}`, { method: "DELETE" })), 200);
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
