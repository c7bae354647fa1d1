import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Path, path, template } from "../../src/formats/path.ts";
import { anyText } from "../support/texts.ts";

const BASE = "https://api.example";

function segments(encoded: string): string[] {
  return new URL(BASE + encoded).pathname.split("/").slice(1);
}

function resolved(path: Path): string {
  return typeof path === "string" ? path : path();
}

Deno.test("path() keeps numbers, numeric texts and URNs as they are", () => {
  assertEquals(resolved(path`/tracks/${1}`), "/tracks/1");
  assertEquals(resolved(path`/tracks/${"12345678901234567890"}/streams`), "/tracks/12345678901234567890/streams");
  assertEquals(resolved(path`/users/${"soundcloud:users:7"}/tracks`), "/users/soundcloud:users:7/tracks");
});

Deno.test("path() fills several ids in their order", () => {
  assertEquals(resolved(path`/users/${1}/followings/${"a b"}`), "/users/1/followings/a%20b");
});

Deno.test("path() without ids returns the text unchanged", () => {
  assertEquals(resolved(path`/me`), "/me");
});

for (
  const [id, expected] of [
    ["../me", "..%2Fme"],
    ["1?limit=1", "1%3Flimit%3D1"],
    ["1#top", "1%23top"],
    ["1/streams", "1%2Fstreams"],
    ["1\\..\\me", "1%5C..%5Cme"],
    ["1\r\nHost: evil", "1%0D%0AHost:%20evil"],
    ["1\0", "1%00"],
    [".\t.", ".%09."],
    ["@evil", "%40evil"],
    ["a%2Fb", "a%252Fb"],
    ["soundcloud%3Atracks%3A1", "soundcloud%253Atracks%253A1"],
    ["...", "..."],
    ["日本", "%E6%97%A5%E6%9C%AC"],
  ] as const
) {
  Deno.test(`path() keeps ${JSON.stringify(id)} within its segment`, () => {
    assertEquals(resolved(path`/tracks/${id}`), `/tracks/${expected}`);
    assertEquals(segments(resolved(path`/tracks/${id}`)).length, 2);
  });
}

for (const id of ["", " ", "\t\n", ".", "..", " 1184", "1184\n", "%2e", "%2E%2e", ".%2E", "\ud800", "a\udfff"]) {
  Deno.test(`path() rejects ${JSON.stringify(id)}`, () => {
    assertThrows(() => resolved(path`/tracks/${id}`), TypeError, "as an id");
  });
}

for (const id of [NaN, Infinity, 1.5, 2 ** 53, null, undefined, {}, ["1"], true] as unknown as number[]) {
  Deno.test(`path() rejects ${typeof id} ${String(id)}, which isn't an id`, () => {
    assertThrows(() => resolved(path`/tracks/${id}`), TypeError, "as an id");
  });
}

Deno.test("path() throws for an invalid id only when it's called, so that a call can reject", () => {
  const bad = path`/tracks/${""}`;
  assertThrows(() => resolved(bad), TypeError);
});

Deno.test("path: any id stays one segment of its path, and decodes to itself", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("/", "\\", ".", "?", "#", "@", ":", "%", "2", "e", "f", "\t", "a"),
  });
  fc.assert(fc.property(fc.oneof(anyText(), hostile), (id) => {
    let encoded: string;
    try {
      encoded = resolved(path`/tracks/${id}/streams`);
    } catch (error) {
      return error instanceof TypeError;
    }
    const [first, second, third, ...more] = segments(encoded);
    return first === "tracks" && decodeURIComponent(second!) === id && third === "streams" && more.length === 0;
  }));
});

Deno.test("template() fills placeholders and returns the remaining parameters", () => {
  assertEquals(template("/users/{id}/tracks", { id: "a/b", limit: 5, access: undefined }), {
    path: "/users/a%2Fb/tracks",
    rest: { limit: 5, access: undefined },
  });
});

Deno.test("template() fills a repeated placeholder", () => {
  assertEquals(template("/{a}/{b}/{a}", { a: 1, b: 2 }), { path: "/1/2/1", rest: {} });
});

Deno.test("template() without placeholders leaves path and parameters unchanged", () => {
  assertEquals(template("/me"), { path: "/me", rest: {} });
  assertEquals(template("/me", { a: 1 }), { path: "/me", rest: { a: 1 } });
});

Deno.test("template() doesn't fill placeholders inside values", () => {
  assertEquals(template("/{a}", { a: "{b}", b: 1 }), { path: "/%7Bb%7D", rest: { b: 1 } });
});

Deno.test("template() rejects a placeholder without a value", () => {
  assertThrows(() => template("/tracks/{id}", {}), TypeError, "Cannot fill the path: id is missing");
  assertThrows(() => template("/tracks/{constructor}", {}), TypeError, "constructor is missing");
  assertThrows(() => template("/tracks/{id}", { id: ".." }), TypeError, '".."');
});

Deno.test("template() doesn't change its parameters", () => {
  const params = { id: 1, limit: 2 };
  template("/tracks/{id}", params);
  assertEquals(params, { id: 1, limit: 2 });
});
