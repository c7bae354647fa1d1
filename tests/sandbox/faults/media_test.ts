import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { writeWav } from "../../support/sandbox/sounds.ts";

const API = "https://api.sandbox.test";

function apiCaller(sandbox: Sandbox): (path: string, init?: RequestInit) => Promise<Response> {
  const headers = { authorization: `OAuth ${sandbox.issueTokens().access_token}` };
  return (path, init = {}) =>
    sandbox.fetch(path.startsWith("/") ? API + path : path, { redirect: "manual", ...init, headers });
}

function sound(title: string, fileName = "sound.wav"): RequestInit {
  const body = new FormData();
  body.set("track[title]", title);
  body.set("track[asset_data]", new Blob([writeWav(new Float32Array(8000), 8000)]), fileName);
  return { method: "POST", body };
}

Deno.test("upload_503_html answers an upload with a 503 page", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("upload_503_html");
  const reply = await apiCaller(sandbox)("/tracks", sound("Ambiguous"));
  assertEquals(reply.status, 503);
  const page = await reply.text();
  assertStringIncludes(page, "<title>We were unable to process your request in time - SoundCloud</title>");
});

Deno.test("server_error:filename lets plain names through", async () => {
  using sandbox = createSandbox();
  const fault = sandbox.faults.add("server_error:filename");
  const callApi = apiCaller(sandbox);
  assertEquals((await callApi("/tracks", sound("Plain"))).status, 201);
  assertEquals((await callApi("/tracks", sound("Not plain", "grüße.wav"))).status, 500);
  assertEquals(fault.hits, 1);
});

Deno.test("server_error:duplicate_q lets a search with one q through, also an empty one", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("server_error:duplicate_q");
  const statuses = ["q=", "q=a&q=b", "q=a&q="].map(async (q) => (await apiCaller(sandbox)(`/tracks?${q}`)).status);
  assertEquals(await Promise.all(statuses), [200, 200, 500]);
});

Deno.test("server_error:artwork lets uploads without artwork through", async () => {
  using sandbox = createSandbox();
  const fault = sandbox.faults.add("server_error:artwork");
  assertEquals((await apiCaller(sandbox)("/tracks", sound("Plain"))).status, 201);
  assertEquals(fault.hits, 0);
});

Deno.test("transcode_stuck keeps a track in processing forever", async () => {
  using sandbox = createSandbox();
  const callApi = apiCaller(sandbox);
  sandbox.faults.add("transcode_stuck");
  const { urn } = await (await callApi("/tracks", sound("Stuck"))).json();
  sandbox.clock.advance(30 * 24 * 3_600_000);
  const fresh = apiCaller(sandbox);
  assertEquals((await (await fresh(`/tracks/${urn}`)).json()).duration, 0);
});

Deno.test("transcode_stuck leaves a refused upload's reply as it is, also one that isn't JSON", async () => {
  using sandbox = createSandbox({ empty: true, users: [{ permalink: "ann", emailConfirmed: false }] });
  sandbox.faults.add("transcode_stuck");
  const reply = await apiCaller(sandbox)("/tracks", sound("Refused"));
  assertEquals({ status: reply.status, text: await reply.text() }, { status: 401, text: "\n" });
});

Deno.test("playable_but_403 refuses the full streams of a track, not its preview", async () => {
  using sandbox = createSandbox();
  const callApi = apiCaller(sandbox);
  const streams: Record<string, string> = await (await callApi("/tracks/1001/streams")).json();
  sandbox.faults.add("playable_but_403");
  assertEquals((await (await callApi("/tracks/1001")).json()).access, "playable");
  assertEquals((await callApi(streams.hls_mp3_128_url ?? "")).status, 403);
  assertEquals((await callApi(streams.preview_mp3_128_url ?? "")).status, 302);
});

Deno.test("expired_cdn_url redirects to a URL that the media host refuses", async () => {
  using sandbox = createSandbox();
  const callApi = apiCaller(sandbox);
  const streams: Record<string, string> = await (await callApi("/tracks/1001/streams")).json();
  const follow = async () => {
    const reply = await callApi(streams.hls_mp3_128_url ?? "");
    const location = reply.headers.get("location") ?? "";
    assertEquals((await reply.json()).location, location);
    const media = await sandbox.fetch(location);
    await media.body?.cancel();
    return { status: media.status, expires: Number(new URL(location).searchParams.get("expires")) };
  };
  assertEquals((await follow()).status, 200);
  sandbox.faults.add("expired_cdn_url");
  const { status, expires } = await follow();
  assertEquals(status, 403);
  assert(expires * 1000 < sandbox.clock.now());
});
