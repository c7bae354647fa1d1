import { assert, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";

const MEDIA = "https://media.sandbox.test/_media";

const DENIED =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>';

const MISSING =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>';

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly text?: string;
}

async function answer(sandbox: Sandbox, address: string, headers: Record<string, string> = {}): Promise<Answer> {
  const reply = await sandbox.fetch(address, { headers });
  const text = await reply.text();
  const type = reply.headers.get("content-type");
  return { status: reply.status, type, ...type === "application/xml" ? { text } : {} };
}

/** Returns the signed media URL of a track's stream. */
async function locationOf(sandbox: Sandbox, path: string, field: string): Promise<URL> {
  const api = caller(sandbox);
  const streams = (await api.get(path)).body;
  const { headers } = await api.send(String(streams[field]));
  return new URL(headers.get("location") ?? "");
}

const denied: Answer = { status: 403, type: "application/xml", text: DENIED };
const missing: Answer = { status: 404, type: "application/xml", text: MISSING };

Deno.test("sandbox media: a stream's address opens its own files, and no others", async () => {
  using sandbox = createSandbox();
  const playlist = await locationOf(sandbox, "/tracks/1020/streams", "hls_aac_160_url");
  const file = (name: string) => `${new URL(name, playlist)}${playlist.search}`;
  assertEquals(await answer(sandbox, playlist.href), { status: 200, type: "application/vnd.apple.mpegurl" });
  for (const name of ["init.mp4", "0.m4s"]) {
    assertEquals(await answer(sandbox, file(name)), { status: 200, type: "audio/mp4" }, name);
  }
  for (const name of ["999.m4s", "0.mp3", "init.mp3", "x.m4s", "playlist.txt"]) {
    assertEquals(await answer(sandbox, file(name)), missing, name);
  }
  assertEquals(await answer(sandbox, playlist.origin + playlist.pathname), denied, "without a signature");
  assertEquals(await answer(sandbox, playlist.href, { authorization: "OAuth x" }), denied, "with a token");
  assertEquals(await answer(sandbox, playlist.href.replace("1020", "1021")), denied, "another track's");
  const names = (await (await sandbox.fetch(playlist)).text()).match(/^\d.*$/gm) ?? [];
  sandbox.clock.advance(301_000);
  assertEquals(await answer(sandbox, playlist.href), denied, "after five minutes");
  const last = new URL(names.at(-1)!, playlist).href;
  assertEquals((await answer(sandbox, last)).status, 200, "until the track has ended");
  sandbox.clock.advance(names.length * 10_000);
  assertEquals(await answer(sandbox, last), denied);
});

Deno.test("sandbox media: a preview's address opens that preview, an unknown track has none", async () => {
  using sandbox = createSandbox();
  const { headers } = await caller(sandbox).send("/tracks/1020/preview");
  const preview = new URL(headers.get("location") ?? "");
  assertEquals(await answer(sandbox, preview.href), { status: 200, type: "audio/mpeg" });
  assertEquals(await answer(sandbox, preview.origin + preview.pathname), denied);
});

Deno.test("sandbox media: pictures and waveforms need no signature, and those that nobody has are missing", async () => {
  using sandbox = createSandbox();
  const { body } = await caller(sandbox).get("/tracks/1078");
  const [picture, waveform] = [String(body.artwork_url), String(body.waveform_url)];
  assertEquals(await answer(sandbox, picture), { status: 200, type: "image/jpeg" });
  assertEquals(await answer(sandbox, waveform), { status: 200, type: "image/png" });
  assertEquals(await answer(sandbox, waveform.replace(/png$/, "json")), { status: 200, type: "application/json" });
  assertEquals(await answer(sandbox, waveform, { authorization: "OAuth x" }), denied, "with a token");
  for (
    const address of [
      picture.replace("-large", "-huge"),
      picture.replace("-large", "-toString"),
      picture.replace(/jpg$/, "png"),
      `${MEDIA}/images/12-large.jpg`,
      `${MEDIA}/images/12-large.png`,
      `${MEDIA}/images/x`,
      waveform.replace(/png$/, "svg"),
      waveform.replace(/\w(?=\.png$)/, (letter) => letter === "a" ? "b" : "a"),
      `${MEDIA}/waveforms/99999.png`,
    ]
  ) assertEquals(await answer(sandbox, address), missing, address);
  assert(picture.startsWith(MEDIA), picture);
});
