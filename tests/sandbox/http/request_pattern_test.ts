import { assertEquals } from "@std/assert";
import {
  type Difference,
  differences,
  type RequestFacts,
  type RequestPattern,
} from "../../../sandbox/http/request_pattern.ts";

const HEADERS: Readonly<Record<string, string>> = { accept: "text/html" };

function request(body?: string): RequestFacts {
  return { method: "POST", target: "/tracks?q=lofi&q=rain", header: (name) => HEADERS[name] ?? null, body };
}

/** Patterns, the body of the request, and the differences. */
const CASES: readonly (readonly [pattern: RequestPattern, body: string | undefined, found: readonly Difference[]])[] = [
  [{}, undefined, []],
  [{ method: "post" }, undefined, []],
  [{ method: "GET" }, undefined, [{ at: "method", expected: "GET", actual: "POST" }]],
  [{ path: "/tracks" }, undefined, []],
  [{ path: "/users" }, undefined, [{ at: "path", expected: "/users", actual: "/tracks" }]],
  [{ query: { q: "rain" } }, undefined, []],
  [{ query: { q: "snow" } }, undefined, [{ at: "query.q", expected: "snow", actual: "lofi" }]],
  [{ query: { limit: "1" } }, undefined, [{ at: "query.limit", expected: "1", actual: undefined }]],
  [{ headers: { accept: "text/html" } }, undefined, []],
  [{ headers: { accept: "a/b" } }, undefined, [{ at: "headers.accept", expected: "a/b", actual: "text/html" }]],
  [{ headers: { range: "x" } }, undefined, [{ at: "headers.range", expected: "x", actual: undefined }]],
  [{ body: "text" }, undefined, [{ at: "body", expected: "text", actual: undefined }]],
  [{ body: "text" }, "text", []],
  [{ body: "text" }, "other", [{ at: "body", expected: "text", actual: "other" }]],
  [{ method: "p*t" }, undefined, []],
  [{ body: '{"a":"*"}' }, '{"a":"1"}', []],
  [{ body: '{"a":"1"}' }, '{"a":"2"}', [{ at: "body", expected: '{"a":"1"}', actual: '{"a":"2"}' }]],
  [{ query: { q: "{q}" } }, undefined, [{ at: "query.q", expected: "{q}", actual: "lofi" }]],
  [{ body: { a: "1" } }, "a=1&b=2", []],
  [{ body: { a: "x*y*z" } }, "a=x1yyz", []],
  [{ body: { a: "xy*y" } }, "a=xy", [{ at: "body.a", expected: "xy*y", actual: "xy" }]],
  [{ body: { a: "*b*c*" } }, "a=cb", [{ at: "body.a", expected: "*b*c*", actual: "cb" }]],
  [{ body: { a: "1" } }, "a = 1", [{ at: "body", expected: { a: "1" }, actual: "a = 1" }]],
  [{ body: { a: { b: [1, { c: 2 }] } } }, '{"a":{"b":[1,{"c":2,"d":3}]},"e":4}', []],
  [{ body: { a: [1, { c: 2 }] } }, '{"a":[1,{"c":3}]}', [{ at: "body.a[1].c", expected: 2, actual: 3 }]],
  [{ body: { a: [1] } }, '{"a":[1,2]}', [{ at: "body.a", expected: [1], actual: [1, 2] }]],
  [{ body: { a: null } }, '{"a":{}}', [{ at: "body.a", expected: null, actual: {} }]],
  [{ body: { a: {} } }, '{"a":null}', [{ at: "body.a", expected: {}, actual: null }]],
  [{ body: { a: {} } }, '{"a":[]}', [{ at: "body.a", expected: {}, actual: [] }]],
];

for (const [pattern, body, found] of CASES) {
  const name = body === undefined ? "" : ` with the body ${body}`;
  Deno.test(`differences(): ${JSON.stringify(pattern)} differs from a request${name} at ${found[0]?.at ?? "nothing"}`, () => {
    assertEquals(differences(pattern, request(body)), found);
  });
}
