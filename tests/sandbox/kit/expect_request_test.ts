import { assertEquals } from "@std/assert";
import { matching, unexpected } from "../../../sandbox/kit/expect_request.ts";
import type { LoggedRequest } from "../../../sandbox/base/request_log.ts";

function logged(id: number, method: string, path: string, more: Partial<LoggedRequest> = {}): LoggedRequest {
  const message = { headers: {}, body: null };
  const facts = { at: "2026-10-01T12:00:00.000Z", status: 200, app: null, milliseconds: 1, faults: [], notes: [] };
  return { id, method, path, ...facts, request: message, reply: message, ...more };
}

const LOG = [
  logged(1, "GET", "/me"),
  logged(2, "GET", "/tracks/1001"),
  logged(3, "POST", "/likes/tracks/1001", { request: { headers: { accept: "text/html" }, body: "{}" } }),
  logged(4, "GET", "/me", { status: 429 }),
];

Deno.test("unexpected(): the message names the nearest request, and each way in which it differs", () => {
  const error = unexpected({ method: "GET", path: "/tracks/1002", status: 404 }, undefined, LOG);
  assertEquals({ name: error.name, message: error.message, expected: error.expected, actual: error.actual }, {
    name: "UnexpectedRequests",
    message: [
      'Expected a request like {"method":"GET","path":"/tracks/1002","status":404}, found 0 among 4',
      "The nearest is request 2 (GET /tracks/1001, 200):",
      '  path: expected "/tracks/1002", got "/tracks/1001"',
      "  status: expected 404, got 200",
    ].join("\n"),
    expected: { path: "/tracks/1002", status: 404 },
    actual: { path: "/tracks/1001", status: 200 },
  });
});

Deno.test("unexpected(): of requests that are as near, the message names the last", () => {
  const error = unexpected({ method: "PUT", path: "/me" }, 1, LOG);
  assertEquals(error.message.split("\n").slice(0, 2), [
    'Expected one request like {"method":"PUT","path":"/me"}, found 0 among 4',
    "The nearest is request 4 (GET /me, 429):",
  ]);
});

Deno.test("unexpected(): the message lists the requests where there are too many, ten of them at most", () => {
  const error = unexpected({ path: "/me" }, 0, LOG);
  assertEquals({ message: error.message, expected: error.expected, actual: error.actual }, {
    message: [
      'Expected no request like {"path":"/me"}, found 2 among 4',
      "  request 1 (GET /me, 200)",
      "  request 4 (GET /me, 429)",
    ].join("\n"),
    expected: 0,
    actual: 2,
  });
  const many = Array.from({ length: 12 }, (_, index) => logged(index + 1, "GET", "/me"));
  assertEquals(unexpected({ path: "/me" }, 3, many).message.split("\n").length, 11);
  assertEquals(unexpected({ path: "/me" }, 3, many).message.split("\n")[0]?.slice(0, 22), "Expected 3 requests li");
});

Deno.test("unexpected(): an empty log has no nearest request, and a long expectation is cut at 300 letters", () => {
  const error = unexpected({ path: `/${"x".repeat(400)}` }, undefined, []);
  assertEquals(error.expected, { path: `/${"x".repeat(400)}` });
  assertEquals(error.actual, undefined);
  assertEquals(error.message, `Expected a request like {"path":"/${"x".repeat(290)}…, found 0 among 0`);
});

Deno.test("matching(): a status, a header in any case and a body choose among the requests", () => {
  const found = (expected: Parameters<typeof matching>[0]) => matching(expected, LOG).map(({ id }) => id);
  assertEquals(found({ status: 429 }), [4]);
  assertEquals(found({ method: "GET", status: 200 }), [1, 2]);
  assertEquals(found({ headers: { Accept: "text/html" } }), [3]);
  assertEquals(found({}), [1, 2, 3, 4]);
});
