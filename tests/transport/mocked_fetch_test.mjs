import { assertEquals, assertRejects } from "@std/assert";
import { ServiceClient, ServiceError } from "@tonearm/client";
import fetchMock from "fetch-mock";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { signedIn, titles } from "./mocked.ts";

const TRACK = "https://api.soundcloud.com/tracks/1";

Deno.test("ServiceClient: msw answers clients made before and after it", async () => {
  const client = signedIn();
  const server = setupServer(http.get(TRACK, () => HttpResponse.json({ title: "mocked" })));
  server.listen();
  try {
    assertEquals(await titles(client), ["mocked", "mocked", "mocked"]);
  } finally {
    server.close();
  }
});

Deno.test("ServiceClient: fetch-mock answers clients made before and after it", async () => {
  const client = signedIn();
  const mock = fetchMock.createInstance().mockGlobal().get(TRACK, { title: "mocked" });
  try {
    assertEquals(await titles(client), ["mocked", "mocked", "mocked"]);
  } finally {
    mock.unmockGlobal();
  }
});

Deno.test("ServiceClient: a plain stub of globalThis.fetch answers clients made before and after it", async () => {
  const client = signedIn();
  const real = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ title: "mocked" }));
  try {
    assertEquals(await titles(client), ["mocked", "mocked", "mocked"]);
  } finally {
    globalThis.fetch = real;
  }
});

Deno.test("ServiceClient: a stub without text() fails immediately and names what is missing", async () => {
  let sent = 0;
  const fetch = () => {
    sent++;
    return Promise.resolve({ ok: true, json: () => Promise.resolve({}) });
  };
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret", fetch });
  client.setToken("t0");
  const error = await assertRejects(() => client.tracks.getTrack(1), ServiceError, "text() is missing");
  assertEquals([error.code, sent], ["invalid_fetch", 1]);
});
