import { assertEquals } from "@std/assert";
import { getTrack, ServiceClient } from "@tonearm/client";
import nock from "nock";

const APP = { clientId: "id", clientSecret: "secret" };

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

Deno.test("ServiceClient: nock answers clients made before and after it", async () => {
  const client = signedIn();
  nock("https://api.soundcloud.com").get("/tracks/1").times(3).reply(200, { title: "mocked" });
  nock.disableNetConnect();
  try {
    assertEquals(await titles(client), MOCKED);
  } finally {
    nock.cleanAll();
    nock.restore();
  }
});
