import { assertEquals } from "@std/assert";
import { urlsFor } from "../../../sandbox/base/urls.ts";

const SERVICE = ["https://api.soundcloud.com", "https://secure.soundcloud.com"];
const IN_PROCESS = ["https://api.sandbox.test", "https://secure.sandbox.test"];

function own(origin: string): string[] {
  return [origin, origin];
}

/** URLs of requests, whether they use a connection, and the base URLs in their replies. */
const CASES: readonly (readonly [url: string, isServed: boolean, media: string, rest: readonly string[]])[] = [
  ["https://api.soundcloud.com/me", true, "https://playback.media-streaming.soundcloud.cloud/_media", SERVICE],
  ["https://cf-hls-media.sndcdn.com/x", true, "https://playback.media-streaming.soundcloud.cloud/_media", SERVICE],
  ["https://soundcloud.com/me", true, "https://playback.media-streaming.soundcloud.cloud/_media", SERVICE],
  ["http://api.soundcloud.com/me", true, "http://api.soundcloud.com/_media", own("http://api.soundcloud.com")],
  ["https://notsoundcloud.com/me", true, "https://notsoundcloud.com/_media", own("https://notsoundcloud.com")],
  ["https://soundcloud.com/me", false, "https://media.sandbox.test/_media", SERVICE],
  ["http://127.0.0.1:8080/me", true, "http://localhost:8080/_media", own("http://127.0.0.1:8080")],
  ["http://localhost:8080/me", true, "http://127.0.0.1:8080/_media", own("http://localhost:8080")],
  ["http://[::1]:8080/me", true, "http://localhost:8080/_media", own("http://[::1]:8080")],
  ["https://api.sandbox.test/me", false, "https://media.sandbox.test/_media", IN_PROCESS],
  ["https://secure.sandbox.test/me", false, "https://media.sandbox.test/_media", IN_PROCESS],
  ["http://sandbox:8080/me", true, "http://sandbox:8080/_media", own("http://sandbox:8080")],
  ["https://sandbox/me", true, "https://sandbox/_media", own("https://sandbox")],
  ["https://sandbox:8443/me", false, "https://sandbox:8443/_media", own("https://sandbox:8443")],
  ["http://sandbox/me", false, "http://sandbox/_media", own("http://sandbox")],
  ["http://localhost/me", true, "http://127.0.0.1/_media", own("http://localhost")],
  ["https://media.sandbox.test/x", false, "https://media.sandbox.test/_media", IN_PROCESS],
  ["https://media.elsewhere.test/x", false, "https://media.sandbox.test/_media", IN_PROCESS],
  ["https://elsewhere.test/me", false, "https://media.sandbox.test/_media", ["https://elsewhere.test", IN_PROCESS[1]!]],
];

for (const [url, isServed, media, [api, auth]] of CASES) {
  Deno.test(`urlsFor(): ${isServed ? "a served" : "an in-process"} ${url} has its media at ${media}`, () => {
    assertEquals(urlsFor(new URL(url), undefined, isServed), { api: api!, auth: auth!, media });
  });
}

Deno.test("urlsFor(): a namespace's prefix is on each address, before what the host adds", () => {
  const place = { api: "/~mine", media: "/~mine" };
  assertEquals(urlsFor(new URL("http://sandbox:8080/me"), place, true), {
    api: "http://sandbox:8080/~mine",
    auth: "http://sandbox:8080/~mine",
    media: "http://sandbox:8080/~mine/_media",
  });
});
