import { assertEquals, assertRejects } from "@std/assert";
import { getTrack, ServiceClient, ServiceError } from "@tonearm/client";
import fetchMock from "fetch-mock";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";

const APP = { clientId: "id", clientSecret: "secret" };
const TRACK = "https://api.soundcloud.com/tracks/1";

function signedIn() {
  const client = new ServiceClient(APP);
  client.setToken("t0");
  return client;
}

/** Asks for a track by a client that was made before the mock, by one made after it, and by a function. */
async function titles(before) {
  const tracks = [await before.tracks.getTrack(1), await signedIn().tracks.getTrack(1), await getTrack("t0", 1)];
  return tracks.map(({ title }) => title);
}

const MOCKED = Array(3).fill("mocked");

Deno.test("ServiceClient: msw answers clients made before and after it", async () => {
  const client = signedIn();
  const server = setupServer(http.get(TRACK, () => HttpResponse.json({ title: "mocked" })));
  server.listen();
  try {
    assertEquals(await titles(client), MOCKED);
  } finally {
    server.close();
  }
});

Deno.test("ServiceClient: fetch-mock answers clients made before and after it", async () => {
  const client = signedIn();
  const mock = fetchMock.createInstance().mockGlobal().get(TRACK, { title: "mocked" });
  try {
    assertEquals(await titles(client), MOCKED);
  } finally {
    mock.unmockGlobal();
  }
});

Deno.test("ServiceClient: a plain stub of globalThis.fetch answers clients made before and after it", async () => {
  const client = signedIn();
  const real = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ title: "mocked" }));
  try {
    assertEquals(await titles(client), MOCKED);
  } finally {
    globalThis.fetch = real;
  }
});

Deno.test("ServiceClient: a stub without text() fails at once, naming what is missing", async () => {
  let sent = 0;
  const fetch = () => {
    sent++;
    return Promise.resolve({ ok: true, json: () => Promise.resolve({}) });
  };
  const client = new ServiceClient({ ...APP, fetch });
  client.setToken("t0");
  const error = await assertRejects(() => client.tracks.getTrack(1), ServiceError, "text() is missing");
  assertEquals([error.code, sent], ["invalid_fetch", 1]);
});
