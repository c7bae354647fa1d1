import { assertEquals } from "@std/assert";
import nock from "nock";
import { signedIn, titles } from "./mocked.ts";

Deno.test("ServiceClient: nock answers clients made before and after it", async () => {
  const client = signedIn();
  nock("https://api.soundcloud.com").get("/tracks/1").times(3).reply(200, { title: "mocked" });
  nock.disableNetConnect();
  try {
    assertEquals(await titles(client), ["mocked", "mocked", "mocked"]);
  } finally {
    nock.cleanAll();
    nock.restore();
  }
});
