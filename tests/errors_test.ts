import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertNotStrictEquals,
  assertObjectMatch,
} from "@std/assert";
import fc from "fast-check";
import { ServiceError } from "../src/errors.ts";

const FACTS = { method: "GET", url: "https://api.example/tracks/1?secret_token=s-hidden#x" };

Deno.test("ServiceError is an Error with the given arguments", () => {
  const error = new ServiceError(404, "Not Found", { message: "gone" });
  assertInstanceOf(error, Error);
  assertObjectMatch(error, { name: "ServiceError", status: 404, statusText: "Not Found", code: "http" });
  assertEquals(error.body, { message: "gone" });
  assertEquals(error.errors, []);
});

for (
  const [status, flag] of [
    [401, "isUnauthorized"],
    [403, "isForbidden"],
    [404, "isNotFound"],
    [429, "isRateLimited"],
    [500, "isServerError"],
    [599, "isServerError"],
    [600, undefined],
    [422, undefined],
    [200, undefined],
    [0, undefined],
  ] as const
) {
  Deno.test(`ServiceError with ${status} is ${flag ?? "none of the known kinds"}`, () => {
    const error = new ServiceError(status, "");
    const flags = ["isUnauthorized", "isForbidden", "isNotFound", "isRateLimited", "isServerError"] as const;
    assertEquals(flags.filter((name) => error[name]), flag ? [flag] : []);
  });
}

for (
  const [what, error, message] of [
    ["status, text and request", new ServiceError(404, "Not Found", {}, FACTS), "Cannot GET /tracks/1: 404 Not Found"],
    ["no request", new ServiceError(500, "Oops"), "500 Oops"],
    ["no text", new ServiceError(503, "", undefined, FACTS), "Cannot GET /tracks/1: 503"],
    [
      "the service's message",
      new ServiceError(422, "X", { message: "too long" }, FACTS),
      "Cannot GET /tracks/1: 422 X: too long",
    ],
    ["an empty message", new ServiceError(401, "Unauthorized", { message: "", errors: [] }), "401 Unauthorized"],
    [
      "a description",
      new ServiceError(400, "Bad", { error: "invalid_grant", error_description: "used" }),
      "400 Bad: used",
    ],
    ["an entry", new ServiceError(400, "Bad", { errors: [{ error_message: "first" }] }), "400 Bad: first"],
    ["a code alone", new ServiceError(400, "Bad", { error: "invalid_grant" }), "400 Bad: invalid_grant"],
    ["no reply", new ServiceError(0, "", undefined, { ...FACTS, code: "network" }), "Cannot GET /tracks/1: network"],
    [
      "a reason",
      new ServiceError(0, "", undefined, { code: "timeout", reason: "The refresh hasn't ended" }),
      "The refresh hasn't ended",
    ],
    [
      "a reason and what the service says",
      new ServiceError(0, "", { message: "no" }, { code: "callback", reason: "Cannot sign in" }),
      "Cannot sign in: no",
    ],
    ["a path alone", new ServiceError(404, "", {}, { method: "PUT", url: "/me?x=1" }), "Cannot PUT /me: 404"],
  ] as const
) {
  Deno.test(`ServiceError: the message with ${what} is ${JSON.stringify(message)}`, () => {
    assertEquals(error.message, message);
  });
}

Deno.test("ServiceError keeps the service's message unchanged, and one line of it in its own", () => {
  const words = "too\nlong\u001b[31m" + "x".repeat(600);
  const error = new ServiceError(422, "", { message: words });
  assertEquals(error.serviceMessage, words);
  assertEquals(error.message, `422: too long [31m${"x".repeat(600)}`.slice(0, 499) + "…");
  assertEquals(
    new ServiceError(502, "", undefined, { text: "<title>Bad Gateway</title>" }).serviceMessage,
    "Bad Gateway",
  );
  assertEquals(new ServiceError(0, "", undefined, { reason: "No answer" }).serviceMessage, undefined);
});

Deno.test("ServiceError keeps its cause, and has none when there is none", () => {
  const cause = new TypeError("connection refused");
  assertEquals(new ServiceError(0, "", undefined, { code: "network", cause }).cause, cause);
  assertFalse("cause" in new ServiceError(0, "", undefined, { cause: undefined }));
});

Deno.test("ServiceError reveals no secret of a request, however it's printed", () => {
  const facts = { ...FACTS, headers: new Headers({ "set-cookie": "hidden", "x-amz-cf-id": "edge" }) };
  const error = new ServiceError(403, "Forbidden", { message: "no" }, facts);
  for (const text of [Deno.inspect(error), JSON.stringify(error), String(error), error.stack ?? ""]) {
    assertFalse(text.includes("hidden"), text);
  }
});

Deno.test("ServiceError.toJSON() has its message and its fields", () => {
  const body = { error: "invalid_grant" };
  const json = JSON.parse(JSON.stringify(new ServiceError(400, "Bad Request", body, FACTS)));
  assertEquals(json, {
    name: "ServiceError",
    message: "Cannot GET /tracks/1: 400 Bad Request: invalid_grant",
    status: 400,
    statusText: "Bad Request",
    code: "http",
    errorCode: "invalid_grant",
    errors: [],
    body,
    method: "GET",
    url: "https://api.example/tracks/1",
  });
});

for (
  const [name, value] of [["x-amz-cf-id", "cf"], ["x-tyk-trace-id", "tyk"], ["x-request-id", "req"]] as const
) {
  Deno.test(`ServiceError takes the request id from ${name}`, () => {
    assertEquals(new ServiceError(500, "", undefined, { headers: new Headers({ [name]: value }) }).requestId, value);
  });
}

Deno.test("ServiceError prefers the edge's request id, and has none when no header has one", () => {
  const headers = new Headers({ "x-request-id": "c", "x-tyk-trace-id": "b", "x-amz-cf-id": "a" });
  assertEquals(new ServiceError(500, "", undefined, { headers }).requestId, "a");
  assertEquals(new ServiceError(500, "", undefined, { headers: new Headers() }).requestId, undefined);
});

function waitOf(retryAfter: string | undefined, resetTime?: string): number | undefined {
  const headers = new Headers(retryAfter === undefined ? {} : { "retry-after": retryAfter });
  const body = { errors: [{ meta: { rate_limit: { name: "plays" }, reset_time: resetTime } }] };
  return new ServiceError(429, "", body, { headers }).retryAfterMs;
}

Deno.test("ServiceError.retryAfterMs is the time of Retry-After", () => {
  assertEquals(waitOf("120"), 120_000);
  assertEquals(waitOf("120", new Date(Date.now() + 999_000).toISOString()), 120_000);
});

Deno.test("ServiceError.retryAfterMs is the body's reset_time without a header", () => {
  const wait = waitOf(undefined, new Date(Date.now() + 50_000).toISOString());
  assert(wait! > 48_000 && wait! <= 50_000, `${wait}`);
});

Deno.test("ServiceError.retryAfterMs reads the date of a Retry-After", () => {
  const wait = waitOf(new Date(Date.now() + 50_000).toUTCString());
  assert(wait! > 47_000 && wait! <= 50_000, `${wait}`);
});

Deno.test("ServiceError.retryAfterMs is undefined without a time or after it", () => {
  assertEquals(waitOf(undefined), undefined);
  assertEquals(waitOf("-5"), undefined);
  assertEquals(waitOf("soon"), undefined);
  assertEquals(waitOf("Wed, 21 Oct 2015 07:28:00 GMT"), undefined);
  assertEquals(waitOf(undefined, "2015/06/01 09:49:40 +0000"), undefined);
});

Deno.test("ServiceError.is() recognises errors of this and of another copy of the package", async () => {
  const copy: typeof import("../src/errors.ts") = await import(`../src/errors.ts?copy=${Date.now()}`);
  const other = new copy.ServiceError(404, "Not Found");
  assertNotStrictEquals(copy.ServiceError, ServiceError);
  assertFalse(other instanceof ServiceError);
  assert(ServiceError.is(other));
  assert(ServiceError.is(new ServiceError(404, "")));
});

for (
  const value of [null, undefined, 0, "x", {}, [], new Error("x"), { name: "ServiceError", status: 404 }, Symbol()]
) {
  Deno.test(`ServiceError.is() is false for ${Deno.inspect(value).split("\n")[0]}`, () => {
    assertFalse(ServiceError.is(value));
  });
}

for (
  const [code, status, expected] of [
    ["invalid_grant", 400, true],
    ["invalid_grant", 401, true],
    ["invalid_token", 401, true],
    ["unauthorized_client", 401, true],
    ["access_denied", 403, true],
    ["invalid_client", 401, false],
    ["invalid_request", 400, false],
    ["invalid_grant", 399, false],
    ["invalid_grant", 499, true],
    ["invalid_grant", 500, false],
    ["invalid_grant", 503, false],
    ["invalid_grants", 400, false],
    ["invalid_grant", 0, false],
  ] as const
) {
  Deno.test(`ServiceError: a ${status} with ${code} is ${expected ? "" : "not "}permanent`, () => {
    const error = new ServiceError(status, "", { error: code });
    assertEquals(error.isPermanentAuthError, expected);
    assertEquals(error.isInvalidGrant, expected && code === "invalid_grant");
  });
}

Deno.test("ServiceError accepts any body and any text, and its fields keep their types", () => {
  const facts = fc.record({
    text: fc.string(),
    code: fc.constantFrom("http", "timeout"),
    url: fc.string(),
    method: fc.string(),
  }, { requiredKeys: [] });
  const known = fc.constantFrom("errors", "error", "error_code", "message", "link", "meta", "rate_limit", "reset_time");
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(known, tie("tree"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(fc.property(fc.nat(599), tree, facts, (status, body, facts) => {
    const error = new ServiceError(status, "", body, facts);
    JSON.stringify(error);
    for (const field of [error.errorCode, error.docsLink, error.requestId, error.spamWarningUrn]) {
      assert(field === undefined || typeof field === "string");
    }
    assert(error.errors.every((text) => typeof text === "string" && text));
    assert(error.rateLimit?.resetAt === undefined || Number.isFinite(Number(error.rateLimit.resetAt)));
    assert(!error.isInvalidGrant || error.isPermanentAuthError);
  }));
});

for (
  const [what, url] of [
    ["query", "https://api.example/a/b?c=d"],
    ["fragment", "https://api.example/a/b#c=d"],
    ["query and fragment over lines", "https://api.example/a/b?c=d\n#e\nf"],
    ["user name and password", "https://user:secret@api.example/a/b"],
  ] as const
) {
  Deno.test(`ServiceError keeps a URL without its ${what}`, () => {
    const error = new ServiceError(404, "Not Found", undefined, { method: "GET", url });
    assertObjectMatch(error, { url: "https://api.example/a/b", message: "Cannot GET /a/b: 404 Not Found" });
  });
}

Deno.test("ServiceError: a message has a space for control characters and line endings, and is otherwise unchanged", () => {
  const replaced = Array.from({ length: 0x2100 }, (_, code) => code).filter((code) =>
    !new ServiceError(422, "", { message: `a${String.fromCharCode(code)}b` }).message.includes(
      String.fromCharCode(code),
    )
  );
  const isReplaced = (code: number) => code < 0x20 || code >= 0x7f && code < 0xa0 || code === 0x2028 || code === 0x2029;
  assertEquals(replaced, Array.from({ length: 0x2100 }, (_, code) => code).filter(isReplaced));
});
