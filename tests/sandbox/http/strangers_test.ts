import { assertEquals } from "@std/assert";
import { type Approach, isForeign, isOwnHost, isOwnOrigin, strangeness } from "../../../sandbox/http/strangers.ts";

type Connection = Approach["connection"];

/** Over a socket, at the listening address. */
const CONNECTED: Connection = { publicUrl: undefined };

const OWN_HOSTS = [
  "127.0.0.1:8080",
  "192.168.1.20:8080",
  "[::1]:8080",
  "localhost:8080",
  "sandbox",
  "build-7_a",
  "app.localhost",
  "sandbox.internal",
  "api.sandbox.test",
  "soundcloud.com",
  "api.soundcloud.com",
  "SECURE.soundcloud.com",
  "w.soundcloud.cloud",
];
const OTHER_HOSTS = [
  "rebound.example",
  "127.0.0.1.example",
  "sandbox.test.example",
  "localhost.example",
  "a.b.soundcloud.com",
  "evilsoundcloud.com",
  "soundcloud.com.example",
  "internal.example",
];

Deno.test("isOwnHost(): only a name that nobody else can make resolve here is the sandbox's", () => {
  const isOwn = (host: string, connection = CONNECTED) =>
    isOwnHost({ request: new Request("http://x"), url: new URL(`http://${host}/`), connection });
  assertEquals(OWN_HOSTS.filter((host) => !isOwn(host)), []);
  assertEquals(OTHER_HOSTS.filter((host) => isOwn(host)), []);
  const connection = { publicUrl: new URL("https://sandbox.example") };
  assertEquals(isOwn("sandbox.example", connection), true, "its public URL");
  assertEquals(isOwn("other.example", connection), false);
});

Deno.test("isOwnHost(): a request of the own process may name any host", () => {
  const url = new URL("https://rebound.example/");
  assertEquals(isOwnHost({ request: new Request(url), url, connection: undefined }), true);
});

for (
  const { origin, own, is } of [
    { origin: "http://127.0.0.1:80", own: "http://127.0.0.1/", is: true },
    { origin: "http://localhost:8080", own: "http://127.0.0.1:8080/", is: true },
    { origin: "http://[::1]:8080", own: "http://localhost:8080/", is: true },
    { origin: "http://localhost:8081", own: "http://127.0.0.1:8080/", is: false },
    { origin: "http://sandbox:8080", own: "http://127.0.0.1:8080/", is: false },
    { origin: "http://127.0.0.1:8080", own: "http://sandbox:8080/", is: false },
    { origin: "http://sandbox:8081", own: "http://sandbox:8080/", is: false },
    { origin: "null", own: "http://127.0.0.1:8080/", is: false },
  ]
) {
  Deno.test(`isOwnOrigin(): ${origin} is ${is ? "" : "not "}the origin of ${own}`, () => {
    assertEquals(isOwnOrigin(origin, new URL(own)), is);
  });
}

for (
  const { method, headers, is } of [
    { method: "GET", headers: {}, is: false },
    { method: "GET", headers: { "sec-fetch-site": "same-origin" }, is: false },
    { method: "GET", headers: { "sec-fetch-site": "none", "sec-fetch-dest": "document" }, is: false },
    { method: "GET", headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }, is: false },
    { method: "GET", headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" }, is: true },
    { method: "GET", headers: { "sec-fetch-site": "same-site" }, is: true },
    { method: "POST", headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }, is: true },
  ]
) {
  Deno.test(`isForeign(): ${method} with ${JSON.stringify(headers)} is ${is ? "" : "not "}from another site`, () => {
    assertEquals(isForeign({ method, headers: new Headers(headers) }), is);
  });
}

const URL_HERE = new URL("http://127.0.0.1:8080/oauth/token");

function reasonFor(headers: Record<string, string>, url = URL_HERE): string | undefined {
  const request = { method: "POST", headers: new Headers(headers) };
  return strangeness({ request, url, connection: CONNECTED }, () => ["https://app.example"]);
}

Deno.test("strangeness() lets programs, own pages, pages of this machine and those of registered apps in", () => {
  for (
    const origin of [
      undefined,
      "http://127.0.0.1:8080",
      "http://localhost:5173",
      "http://[::1]:3000",
      "http://app.localhost",
      "https://app.example",
    ]
  ) assertEquals(reasonFor(origin === undefined ? {} : { origin }), undefined, origin);
});

Deno.test("strangeness() tells why it refuses a host, a page and a request without an origin", () => {
  assertEquals(
    reasonFor({}, new URL("http://rebound.example:8080/")),
    "The sandbox gives no tokens to the host rebound.example",
  );
  assertEquals(reasonFor({ "sec-fetch-site": "cross-site" }), "The sandbox gives no tokens to other sites");
  for (const origin of ["https://evil.example", "null", "https://app.example.evil", "https://evil-localhost"]) {
    const reason = `The sandbox gives no tokens to pages of ${origin}: no app there is registered`;
    assertEquals(reasonFor({ origin }), reason);
  }
});
