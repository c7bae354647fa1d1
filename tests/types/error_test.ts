import { assert, assertEquals } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";

const EXPLORER = "https://developers.soundcloud.com/docs/api/explorer/open-api";

/** What the transport does with a reply: JSON where it is some, and the text as it came. */
function reply(status: number, text: string, headers: Record<string, string> = {}): ServiceError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return new ServiceError(status, "", body, { text, headers: new Headers(headers), method: "GET", url: "/me" });
}

/** Compares the fields that are named, getters among them. */
function assertFields(error: ServiceError, expected: Partial<ServiceError>): void {
  const named = Object.keys(expected) as (keyof ServiceError)[];
  assertEquals(Object.fromEntries(named.map((name) => [name, error[name]])), expected);
}

function envelope(code: number, status: string, message = "", errors: unknown[] = [], more: object = {}): string {
  return JSON.stringify({ code, message, link: EXPLORER, status, errors, error: null, ...more });
}

Deno.test("ServiceError: an empty envelope still has the method and URL in the message", () => {
  const error = reply(401, envelope(401, "401 - Unauthorized"));
  assertEquals(error.message, "Cannot GET /me: 401");
  assertFields(error, { errorCode: undefined, errors: [], docsLink: EXPLORER, isUnauthorized: true });
  assertEquals(error.body?.status, "401 - Unauthorized");
});

Deno.test("ServiceError: a full envelope sets the message, the errors and the link", () => {
  const message = "unable to process provided asset_data";
  const error = reply(422, envelope(422, "422 - Unprocessable Entity", message, [{ error_message: message }]));
  assertEquals(error.message, `Cannot GET /me: 422: ${message}`);
  assertFields(error, { errors: [message], docsLink: EXPLORER, errorCode: undefined });
});

Deno.test("ServiceError: an envelope in a 200 keeps the status 200", () => {
  const error = reply(200, envelope(200, "200 - unable to decode response", "unable to decode response"));
  assertFields(error, { status: 200, isServerError: false });
  assertEquals(error.body?.code, 200);
});

Deno.test("ServiceError: a partial envelope is enough", () => {
  assertEquals(
    reply(422, '{"code":422,"message":"Parameter comment is missing."}').message,
    "Cannot GET /me: 422: Parameter comment is missing.",
  );
  assertEquals(reply(404, '{"errors":[{"error_message":"404 - Not Found"}]}').errors, ["404 - Not Found"]);
});

for (const code of ["invalid_grant", "invalid_scope", "unauthorized_client", "unsupported_grant"]) {
  Deno.test(`ServiceError: a message that is the OAuth code ${code} is the errorCode`, () => {
    assertEquals(reply(400, JSON.stringify({ code: 400, message: code, link: EXPLORER })).errorCode, code);
  });
}

Deno.test("ServiceError: a message in words isn't an errorCode", () => {
  for (const message of ["Not found", "invalid", "invalid_grant given", "Invalid_grant", ""]) {
    assertEquals(reply(400, JSON.stringify({ code: 400, message })).errorCode, undefined, message);
  }
});

Deno.test("error_code takes precedence over error, and error over a message", () => {
  const codes = { error_code: "first_code", error: "second_code", message: "third_code" };
  assertEquals(reply(400, JSON.stringify(codes)).errorCode, "first_code");
  assertEquals(reply(400, JSON.stringify({ ...codes, error_code: undefined })).errorCode, "second_code");
  assertEquals(reply(400, JSON.stringify({ message: "third_code", error: null })).errorCode, "third_code");
});

for (
  const code of [
    "user_already_has_application",
    "application_creation_not_available",
    "application_name_not_allowed",
    "application_website_not_allowed",
  ]
) {
  Deno.test(`ServiceError: the app registration's ${code} is the errorCode`, () => {
    const error = reply(403, JSON.stringify({ errors: [{ code, error_message: "no" }] }));
    assertFields(error, { errorCode: code, errors: ["no"], isForbidden: true });
  });
}

Deno.test("ServiceError: rateLimit has the group, figures and reset of the documented shape", () => {
  const error = reply(
    429,
    '{"errors":[{"meta":{"rate_limit":{"group":"plays","max_nr_of_requests":15000,"time_window":"PT24H"},"remaining_requests":0,"reset_time":"2015/06/01 09:49:40 +0000"}}]}',
  );
  const resetAt = new Date("2015-06-01T09:49:40Z");
  assertEquals(error.rateLimit, { name: "plays", limit: 15000, remaining: 0, resetAt });
  assert(error.isRateLimited);
  assert(error.message.endsWith(": plays limit reached"), error.message);
});

Deno.test("ServiceError: rateLimit has the name rather than the bucket of a real reply", () => {
  const error = reply(
    429,
    '{"errors":[{"meta":{"rate_limit":{"bucket":"by-ip","max_nr_of_requests":30,"time_window":"PT1H","name":"client-credentials-exchange"},"remaining_requests":0,"reset_time":"2022/05/26 16:31:52 +0000"}}]}',
  );
  const resetAt = new Date("2022-05-26T16:31:52Z");
  assertEquals(error.rateLimit, { name: "client-credentials-exchange", limit: 30, remaining: 0, resetAt });
});

Deno.test("ServiceError: rateLimit is the limit that resets last", () => {
  const meta = (name: string, reset_time?: string) => ({ meta: { rate_limit: { name }, reset_time } });
  const entries = [
    meta("none"),
    meta("early", "2022/05/26 16:00:00 +0000"),
    meta("late", "2022/05/26 17:00:00 +0000"),
    meta("mid", "2022/05/26 16:30:00 +0000"),
    { error_message: "no limit" },
  ];
  for (const errors of [entries, entries.toReversed()]) {
    assertEquals(reply(429, JSON.stringify({ errors })).rateLimit?.name, "late");
  }
});

Deno.test("ServiceError: a gateway's bare text in JSON is the message", () => {
  for (const text of ["Rate Limit Exceeded", "Quota exceeded", "Access to this API has been disallowed"]) {
    const error = reply(429, `{\n    "error": "${text}"\n}`, { "x-ratelimit-limit": "-1", "x-ratelimit-reset": "0" });
    assertEquals(error.message, `Cannot GET /me: 429: ${text}`);
    assertEquals(error.rateLimit, undefined);
    assertEquals(error.retryAfterMs, undefined);
  }
});

Deno.test("ServiceError: a spam warning names its URN", () => {
  const error = reply(
    429,
    '{"code":429,"message":"slow","spam_warning_urn":"soundcloud:spam-warnings:1","link":"https://x"}',
  );
  assertEquals(error.spamWarningUrn, "soundcloud:spam-warnings:1");
  assertEquals(reply(429, '{"error":"rate_limit_exceeded"}').spamWarningUrn, undefined);
});

for (
  const [status, text, message] of [
    [429, "Please slow down.\n", "Please slow down."],
    [404, "404 page not found\n", "404 page not found"],
    [405, "unknown route", "unknown route"],
    [504, "upstream request timeout", "upstream request timeout"],
    [
      503,
      "upstream connect error or disconnect/reset before headers. reset reason: connection termination\r\nmore",
      "upstream connect error or disconnect/reset before headers. reset reason: connection termination",
    ],
  ] as const
) {
  Deno.test(`ServiceError: the message of a ${status} with plain text is ${JSON.stringify(message.slice(0, 40))}`, () => {
    const error = reply(status, text);
    assertEquals(error.message, `Cannot GET /me: ${status}: ${message}`);
    assertFields(error, { body: undefined, errors: [], errorCode: undefined });
  });
}

for (const text of ["", "\n", "   ", "null", "5", '"text"', "[]", "[null]", "{}", "{"]) {
  Deno.test(`ServiceError: a body of ${JSON.stringify(text)} is handled like any other`, () => {
    const error = reply(401, text);
    assertFields(error, { errors: [], errorCode: undefined, rateLimit: undefined, isUnauthorized: true });
    assert(error.message.startsWith("Cannot GET /me: 401"), error.message);
  });
}

for (
  const body of [
    { errors: {} },
    { errors: [null] },
    { errors: [1, "x", [], {}] },
    { errors: [{ meta: null }] },
    { errors: [{ meta: { rate_limit: null } }] },
    { errors: [{ meta: { rate_limit: 5, reset_time: {} } }] },
    { errors: [{ error_message: 5 }] },
    { errors: "x", message: {}, error: [], error_code: 5, link: {} },
    { error: { toString: 1 }, message: { toString: 1 } },
  ]
) {
  Deno.test(`ServiceError: the malformed body ${JSON.stringify(body)} is handled like any other`, () => {
    const error = reply(400, JSON.stringify(body));
    assertFields(error, { status: 400, errors: [], errorCode: undefined, docsLink: undefined });
    assertEquals(error.message, "Cannot GET /me: 400");
  });
}

function cloudfront(heading: string): string {
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>${heading}</H1>
Request blocked.<PRE>Generated by cloudfront (CloudFront)
Request ID: Zb8-a_1+/x&#x3D;&#x3D;
</PRE></BODY></HTML>HTTP3 Server`;
}

for (const status of [400, 403, 502, 503, 504]) {
  Deno.test(`ServiceError: the gateway's HTML ${status} has its title and request id, and isn't an auth error`, () => {
    const error = reply(status, cloudfront(`${status} ERROR`));
    assertEquals(error.message, `Cannot GET /me: ${status}: ERROR: The request could not be satisfied`);
    assertEquals(error.requestId, "Zb8-a_1+/x==");
    assertFields(error, { body: undefined, isPermanentAuthError: false, isInvalidGrant: false });
  });
}

Deno.test("ServiceError: five megabytes of HTML quickly make a short message", () => {
  const start = performance.now();
  const error = reply(503, `<html><title>Busy${"<p>".repeat(1_700_000)}`);
  assertEquals(error.message, "Cannot GET /me: 503: Busy");
  assert(JSON.stringify(error).length < 1000);
  assert(performance.now() - start < 3000);
});

Deno.test("ServiceError: a long line of text is truncated", () => {
  assertEquals(reply(500, "x".repeat(5_000_000)).message, `Cannot GET /me: 500: ${"x".repeat(200)}`);
});
