import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyQuery, anyText, anyUrl } from "./texts.ts";

Deno.test("anyText() returns well-formed texts of every kind: control characters, other scripts, emoji", () => {
  const texts = fc.sample(anyText({ minLength: 1 }), { numRuns: 500, seed: 1 });
  assert(texts.every((text) => text !== "" && text.isWellFormed()));
  for (const kind of [/\p{Cc}/u, /[a-z]/, /\p{L}/u, /[\u{10000}-\u{10ffff}]/u]) {
    assert(texts.some((text) => kind.test(text)), String(kind));
  }
});

Deno.test("anyQuery() and anyUrl() return what a URL parser reads back unchanged", () => {
  fc.assert(fc.property(anyUrl(), (url) => /^https?:$/.test(new URL(url).protocol)));
  fc.assert(fc.property(anyQuery(), (query) => {
    assertEquals(new URLSearchParams(query).toString(), query);
  }));
});
