import { assertEquals, assertObjectMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryCache, resolve, ServiceClient, ServiceError, tracks } from "../../mod.ts";
import { recorder } from "../support/calls.ts";

const CDN = "https://media.invalid/playlist.m3u8?Signature=x";
const forbidden = (message: string) => new ServiceError(403, "Forbidden", { message });
const missing = () => new ServiceError(404, "Not Found", { message: "" });

Deno.test("getStreamUrl() requests the best rendition first, and never the preview", async () => {
  const streams = {
    preview_mp3_128_url: "https://api.invalid/preview",
    http_mp3_128_url: "https://api.invalid/http",
    hls_mp3_128_url: "https://api.invalid/mp3",
    hls_opus_64_url: "https://api.invalid/opus",
    hls_aac_96_url: "https://api.invalid/aac96",
    hls_aac_160_url: "https://api.invalid/aac",
  };
  const session = recorder(streams, ...["1", "2", "3", "4"].map(forbidden));
  const error = await assertRejects(() => tracks.getStreamUrl(session, 1), ServiceError);
  assertEquals(error.code, "preview_only");
  assertEquals((error.cause as ServiceError).status, 403);
  assertEquals(session.sent.map(({ path }) => path), [
    "/tracks/1/streams",
    "https://api.invalid/aac",
    "https://api.invalid/aac96",
    "https://api.invalid/mp3",
    "https://api.invalid/http",
  ]);
});

Deno.test("getStreamUrl() tries only the given renditions, in order", async () => {
  const streams = { hls_aac_160_url: "https://api.invalid/aac", hls_mp3_128_url: "https://api.invalid/mp3" };
  assertEquals(
    await tracks.getStreamUrl(recorder(streams, CDN), 1, { renditions: ["http_mp3_128_url", "hls_mp3_128_url"] }),
    CDN,
  );
  const session = recorder(streams, CDN);
  await tracks.getStreamUrl(session, 1, { renditions: ["hls_mp3_128_url"] });
  assertEquals(session.sent.map(({ path }) => path), ["/tracks/1/streams", "https://api.invalid/mp3"]);
  const missing = await assertRejects(
    () => tracks.getStreamUrl(recorder(streams), 1, { renditions: [] }),
    ServiceError,
  );
  assertEquals(missing.code, "no_stream");
});

Deno.test("getStreamUrl() skips renditions that are missing, empty or null", async () => {
  const streams = { hls_aac_160_url: null, hls_mp3_128_url: "", http_mp3_128_url: "https://api.invalid/http" };
  const session = recorder(streams, CDN);
  assertEquals(await tracks.getStreamUrl(session, 1), CDN);
  assertEquals(session.sent.map(({ path }) => path), ["/tracks/1/streams", "https://api.invalid/http"]);
});

Deno.test("getStreamUrl() never returns a preview unless it's requested", async () => {
  const streams = { preview_mp3_128_url: "https://api.invalid/preview" };
  const error = await assertRejects(() => tracks.getStreamUrl(recorder(streams), 1), ServiceError);
  assertObjectMatch(error, { code: "preview_only", message: "Only the preview of the track is granted" });
  const options = { renditions: ["preview_mp3_128_url"] };
  assertEquals(await tracks.getStreamUrl(recorder(streams, CDN), 1, options), CDN);
});

Deno.test("getStreamUrl() is never answered from a cache", async () => {
  const session = recorder({ hls_mp3_128_url: "https://api.invalid/mp3" }, CDN);
  await tracks.getStreamUrl(session, 1);
  assertEquals(session.sent.map(({ route }) => [route.skipCache, route.skipDedupe, route.expects]), [
    [true, undefined, "object"],
    [true, true, "location"],
  ]);
});

Deno.test("resolveUrl() is never answered from a cache, because the resource may be private", async () => {
  const session = recorder("/tracks/1?secret_token=s-abc", { kind: "track" });
  await resolve.resolveUrl(session, "https://soundcloud.com/a/b/s-abc");
  assertEquals(session.sent.map(({ path, route }) => [path, route.redirect, route.skipCache]), [
    ["/resolve", true, undefined],
    ["/tracks/1?secret_token=s-abc", undefined, true],
  ]);
});

Deno.test("getStreamUrl() returns a signed URL that the service sends directly", async () => {
  const foreign = new ServiceError(0, "", undefined, { code: "foreign_url" });
  assertEquals(await tracks.getStreamUrl(recorder({ hls_mp3_128_url: CDN }, foreign), 1), CDN);
});

for (const streams of [{}, { hls_opus_64_url: "https://api.invalid/opus" }]) {
  Deno.test(`getStreamUrl() throws when a track's streams are ${JSON.stringify(streams)}`, async () => {
    const error = await assertRejects(() => tracks.getStreamUrl(recorder(streams), 1), ServiceError);
    assertEquals({ status: error.status, code: error.code }, { status: 0, code: "no_stream" });
  });
}

for (const url of [["https://api.invalid/aac"], { open: 1 }, "//api.invalid/aac", "javascript:alert(1)", "aac"]) {
  Deno.test(`getStreamUrl() skips ${JSON.stringify(url)}, which isn't an HTTP URL`, async () => {
    const session = recorder({ hls_aac_160_url: url, hls_mp3_128_url: "https://api.invalid/mp3" }, CDN);
    assertEquals(await tracks.getStreamUrl(session, 1), CDN);
    assertEquals(session.sent.map(({ path }) => path), ["/tracks/1/streams", "https://api.invalid/mp3"]);
  });
}

for (const reply of [undefined, null, 5]) {
  Deno.test(`getStreamUrl() finds no stream in ${reply}`, async () => {
    const error = await assertRejects(() => tracks.getStreamUrl(recorder(reply), 1), ServiceError);
    assertEquals(error.code, "no_stream");
  });
}

Deno.test("getTracks() ignores items that aren't tracks", async () => {
  const track = { id: 1, title: "a" };
  const found = await tracks.getTracks(recorder([null, "x", { id: -5 }, {}, track]), [1, 2]);
  assertEquals(found, [track as never]);
});

Deno.test("getStreamUrl() throws the refusal when every rendition is refused", async () => {
  const session = recorder(
    { hls_mp3_128_url: "https://api.invalid/mp3", http_mp3_128_url: "https://api.invalid/http" },
    forbidden("a"),
    forbidden("b"),
  );
  const error = await assertRejects(() => tracks.getStreamUrl(session, 1), ServiceError);
  assertEquals(error.status, 403);
});

for (const error of [new ServiceError(500, ""), new ServiceError(429, ""), new DOMException("", "AbortError")]) {
  Deno.test(`getStreamUrl() doesn't try the next rendition after ${error}`, async () => {
    const session = recorder(
      { hls_mp3_128_url: "https://api.invalid/mp3", preview_mp3_128_url: "https://api.invalid/preview" },
      error,
      CDN,
    );
    assertStrictEquals(await tracks.getStreamUrl(session, 1).catch((reason) => reason), error);
  });
}

Deno.test("waitUntilReady() polls every pollMs and throws after maxWaitMs", async () => {
  using time = new FakeTime();
  const session = recorder(...Array.from({ length: 20 }, () => ({ duration: 0 })));
  const waiting = assertRejects(
    () => tracks.waitUntilReady(session, 1, { maxWaitMs: 1000, pollMs: 300 }),
    ServiceError,
  );
  for (let pause = 0; pause < 5; pause++) await time.tickAsync(300);
  assertEquals((await waiting).code, "timeout");
  assertEquals(session.sent.length, 4);
});

for (const odd of [undefined, null, 1, "a", []]) {
  Deno.test(`waitUntilReady() treats ${JSON.stringify(odd)} as not ready`, async () => {
    const wait = (...replies: unknown[]) => tracks.waitUntilReady(recorder(...replies), 1, { maxWaitMs: 0 });
    await assertRejects(() => wait(odd), ServiceError, "isn't ready");
    await assertRejects(() => wait({ duration: 1 }, Array.isArray(odd) ? odd : null), ServiceError, "isn't ready");
  });
}

Deno.test("waitUntilReady() polls once when maxWaitMs is 0", async () => {
  const ready = recorder({ duration: 1 }, { hls_mp3_128_url: "https://api.invalid/mp3" });
  assertEquals(await tracks.waitUntilReady(ready, 1, { maxWaitMs: 0 }), { duration: 1 } as never);
  await assertRejects(() => tracks.waitUntilReady(recorder({ duration: 0 }), 1, { maxWaitMs: 0 }), ServiceError);
});

Deno.test("waitUntilReady() ends with its signal during a pause", async () => {
  const controller = new AbortController();
  const session = recorder({ duration: 0 });
  const waiting = tracks.waitUntilReady(session, 1, { signal: controller.signal });
  const reason = new Error("enough");
  queueMicrotask(() => controller.abort(reason));
  assertStrictEquals(await waiting.catch((error) => error), reason);
});

Deno.test("waitUntilReady() waits while the streams are missing, but not for a deleted track", async () => {
  using time = new FakeTime();
  const session = recorder({ duration: 1 }, missing(), { duration: 1 }, { hls_mp3_128_url: "https://api.invalid/mp3" });
  const waiting = tracks.waitUntilReady(session, 1);
  await time.tickAsync(2000);
  assertEquals(await waiting, { duration: 1 } as never);
  await assertRejects(() => tracks.waitUntilReady(recorder(missing()), 1), ServiceError, "404");
  await assertRejects(() => tracks.waitUntilReady(recorder({ duration: 1 }, forbidden("")), 1), ServiceError, "403");
});

Deno.test("waitUntilReady() bypasses the cache and equal calls", async () => {
  let looks = 0;
  const fetching = (url: string | URL | Request) => {
    if (String(url).includes("/streams")) {
      return Promise.resolve(Response.json({ hls_mp3_128_url: "https://a.example" }));
    }
    return Promise.resolve(Response.json({ duration: looks++ > 1 ? 1 : 0 }));
  };
  const client = new ServiceClient({ clientId: "id", cache: new MemoryCache(), fetch: fetching as typeof fetch });
  client.setToken("t0");
  assertEquals((await client.tracks.getTrack(1)).duration, 0, "the cache holds a track that isn't ready");
  const ready = client.tracks.waitUntilReady(1, { maxWaitMs: 10_000, pollMs: 1 });
  assertEquals((await ready).duration, 1);
});
