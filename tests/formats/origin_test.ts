import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { checkPath, rebase } from "../../src/formats/origin.ts";
import { anyUrl } from "../support/texts.ts";

const API = "https://api.example";

for (
  const [href, base, expected] of [
    ["https://api.example/tracks?limit=2&cursor=a", API, "https://api.example/tracks?limit=2&cursor=a"],
    ["https://http.api.prod.internal/tracks?cursor=1", API, "https://api.example/tracks?cursor=1"],
    ["http://api.example/tracks?cursor=1", API, "https://api.example/tracks?cursor=1"],
    ["//evil.test/tracks?cursor=1", API, "https://api.example/tracks?cursor=1"],
    ["/tracks?cursor=1", API, "https://api.example/tracks?cursor=1"],
    ["https://user:pass@api.example/tracks", API, "https://api.example/tracks"],
    ["https://api.example/tracks?cursor=1#x", API, "https://api.example/tracks?cursor=1"],
    ["https://api.example/v1/tracks", "http://127.0.0.1:9/proxy/", "http://127.0.0.1:9/proxy/v1/tracks"],
    ["http://127.0.0.1:9/proxy/tracks", "http://127.0.0.1:9/proxy", "http://127.0.0.1:9/proxy/tracks"],
    ["https://evil.test//evil.test/x", API, "https://api.example//evil.test/x"],
    ["https://evil.test/../../x", API, "https://api.example/x"],
  ] as const
) {
  Deno.test(`rebase() moves ${href} to ${base}`, () => {
    assertEquals(rebase(href, base), expected);
  });
}

Deno.test("rebase() keeps a cursor unchanged", () => {
  const cursor = "2018-02-27T14:37:10.000Z,tracks,00405959469%2Cx%20y+z";
  assertEquals(rebase(`https://else.test/me/feed?cursor=${cursor}`, API), `${API}/me/feed?cursor=${cursor}`);
});

Deno.test("rebase() removes secrets from the query and keeps a share token", () => {
  const secrets = "oauth_token=a&access_token=b&client_id=c&client_secret=d";
  assertEquals(
    rebase(`${API}/tracks?${secrets}&secret_token=s-1&limit=2`, API),
    `${API}/tracks?secret_token=s-1&limit=2`,
  );
  assertEquals(rebase(`${API}/tracks?oauth%5Ftoken=a&x=1`, API), `${API}/tracks?x=1`);
});

Deno.test("rebase() rejects an invalid link", () => {
  assertThrows(() => rebase("https://", API), TypeError);
});

Deno.test("rebase() never leads to another origin", () => {
  const hrefs = fc.oneof(
    anyUrl(),
    fc.string({ unit: fc.constantFrom("/", "\\", ":", "@", ".", "?", "#", "a", "%", "\t", "http://", "javascript:") }),
  );
  fc.assert(fc.property(hrefs, (href) => {
    try {
      return new URL(rebase(href, API)).origin === API;
    } catch (error) {
      return error instanceof TypeError;
    }
  }));
});

for (const path of ["/tracks/1", "/tracks/1?q=../x&url=//y", "/tracks/...", "/", "/a//b"]) {
  Deno.test(`checkPath() returns ${path} unchanged`, () => {
    assertEquals(checkPath(path), path);
  });
}

for (
  const path of [
    "",
    "tracks",
    "//evil.test",
    "https://evil.test",
    "https://api.example/me",
    "\\\\evil.test",
    "/\\evil.test",
    "/a\\..\\b",
    "/..",
    "/.. ",
    "/../me",
    "/tracks/../me",
    "/tracks/%2e%2E/me",
    "/tracks/.%2e?x=1",
    "/tracks/..#x",
    "/tracks/.",
    "/\t/evil.test",
    "/tracks/.\n./me",
    "/tracks\0",
    "@evil.test",
    ".evil.test",
    ":8443/x",
    "javascript:alert(1)",
  ]
) {
  Deno.test(`checkPath() rejects ${JSON.stringify(path)}`, () => {
    assertThrows(() => checkPath(path), TypeError, "stay below the base URL");
  });
}

Deno.test("checkPath(): every accepted path stays below the base URL", () => {
  const parts = fc.string({ unit: fc.constantFrom("/", "\\", ".", "%2e", ":", "@", "?", "#", "a", "\t", "\n", " ") });
  fc.assert(fc.property(parts, (tail) => {
    let resolved: string;
    try {
      resolved = `${API}/v1${checkPath(`/${tail}`)}`;
    } catch (error) {
      return error instanceof TypeError;
    }
    const { origin, pathname } = new URL(resolved);
    assert(pathname.startsWith("/v1/"), resolved);
    return origin === API;
  }));
});

Deno.test("checkPath() rejects exactly control characters and the backslash", () => {
  const refused = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) => {
    try {
      return checkPath(`/a${character}`) === "";
    } catch {
      return true;
    }
  });
  const isRefused = (code: number) => code < 0x20 || code === 0x5c || code >= 0x7f && code < 0xa0;
  assertEquals(refused.map((one) => one.charCodeAt(0)), Array.from({ length: 0x10000 }, (_, i) => i).filter(isRefused));
});
