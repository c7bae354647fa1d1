import { assert } from "@std/assert";
import { fitsPath } from "../../../sandbox/base/path_pattern.ts";

Deno.test("RequestLog: a path pattern ignores the query; * matches anything and {name} one segment", () => {
  assert(fitsPath("/me", "/me?limit=1") && fitsPath("/me", "/me#x") && !fitsPath("/me", "/me/tracks"));
  assert(fitsPath("/tracks/*", "/tracks/1/streams") && !fitsPath("/tracks/*", "/users/1"));
  assert(fitsPath("/tracks/{id}", "/tracks/1") && !fitsPath("/tracks/{id}", "/tracks/1/streams"));
  assert(!fitsPath("/tracks/{id}", "/tracks/"));
  assert(fitsPath("/tracks/{}", "/tracks/1") && !fitsPath("/tracks/{}", "/tracks/1/streams"));
  assert(fitsPath("/{a/b}", "/{a/b}") && !fitsPath("/{a/b}", "/c"));
  assert(fitsPath("*/streams", "/tracks/soundcloud:tracks:1/streams"));
});

Deno.test("fitsPath() compares exactly, and matches URNs percent-encoded or not", () => {
  assert(!fitsPath("/a.b", "/axb") && fitsPath("/a.b", "/a.b") && fitsPath("/a(b)[c]$", "/a(b)[c]$"));
  assert(fitsPath("/tracks/soundcloud:tracks:1", "/tracks/soundcloud%3Atracks%3a1"));
});

Deno.test("fitsPath() is fast for a malicious pattern", () => {
  const path = `/${"a".repeat(16_000)}`;
  const start = performance.now();
  for (const pattern of ["*a*a*a*a*a*a*a*a*a*b", "/{x}{y}{z}{u}{v}b", "*".repeat(5000) + "b"]) {
    assert(!fitsPath(pattern, path));
    assert(fitsPath(pattern.replace(/b$/, "a"), path));
  }
  assert(performance.now() - start < 20_000, `${performance.now() - start} ms`);
});
