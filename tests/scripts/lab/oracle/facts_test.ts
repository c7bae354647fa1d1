import { assertEquals } from "@std/assert";
import { type Facts, factsOf } from "../../../../scripts/lab/oracle/facts.ts";

/** The facts of a reply with a header. */
function ofHeader(name: string, value: string): string | undefined {
  return factsOf(new Response(null, { headers: { [name]: value } }), "")[`header ${name}`];
}

for (
  const { name, value, kept } of [
    {
      name: "location",
      value: "https://api.soundcloud.com/tracks/soundcloud:tracks:77/streams?secret_token=s-AbC&x=1",
      kept: "api /tracks/{}/streams secret_token x",
    },
    {
      name: "location",
      value: "https://cf-media.example/abc.mp3?Policy=x&Signature=y",
      kept: "media  Policy Signature",
    },
    { name: "location", value: "/users/9/followers?b=1&a=2&b=3", kept: "api /users/{}/followers a b" },
    { name: "location", value: "http://127.0.0.1:8080/me?x=1", kept: "api /me x" },
    { name: "location", value: "http://localhost:8080/_media/playback/1/a.mp3", kept: "media" },
    {
      name: "location",
      value: "https://api.soundcloud.com/users/soundcloud%3Ausers%3A9/likes",
      kept: "api /users/{}/likes",
    },
    { name: "location", value: "https://", kept: "no address" },
    { name: "content-type", value: "application/json; charset=utf-8", kept: "application/json; charset=utf-8" },
    { name: "content-type", value: "text/html; boundary=secret", kept: "another" },
    { name: "www-authenticate", value: 'OAuth realm="secret"', kept: "OAuth" },
    { name: "www-authenticate", value: "1", kept: "another" },
    { name: "retry-after", value: "17", kept: "seconds" },
    { name: "retry-after", value: "Wed, 21 Oct 2026 07:28:00 GMT", kept: "date" },
    { name: "allow", value: "GET, x-secret", kept: "GET, " },
    { name: "deprecation", value: "@1767225600", kept: "set" },
    { name: "sunset", value: "Wed, 21 Oct 2026 07:28:00 GMT", kept: "set" },
    { name: "x-request-id", value: "secret", kept: undefined },
  ]
) {
  Deno.test(`factsOf() keeps ${JSON.stringify(kept)} of ${name}: ${value}`, () => {
    assertEquals(ofHeader(name, value), kept);
  });
}

for (
  const { what, status = 200, body, facts } of [
    { what: "no text", body: " \n", facts: { reply: "empty" } },
    { what: "a text that is no JSON", body: "<html>", facts: { reply: "no JSON" } },
    {
      what: "every type of value",
      body: {
        ...{
          time: "2026/10/21 07:28:00 +0000",
          iso: "2026-10-21T07:28:00Z",
          urn: "soundcloud:tracks:1",
          page: "https://x",
        },
        ...{ title: "secret", size: 1, is: true, none: null, list: [1, "a"], "not a name": 1 },
      },
      facts: {
        "reply": "object",
        "reply.time": "timestamp",
        "reply.iso": "iso time",
        "reply.urn": "urn",
        "reply.page": "url",
        "reply.title": "text",
        "reply.size": "number",
        "reply.is": "boolean",
        "reply.none": "null",
        "reply.list": "array",
        "reply.list[]": "number|text",
      },
    },
    {
      what: "items of two kinds, one without a field",
      body: [{ kind: "track", title: "a" }, { kind: "track" }, { kind: "user" }, { kind: "Secret 1" }],
      facts: {
        "reply": "array",
        "reply[]": "object",
        "reply[] kinds": "<track>|<user>",
        "reply[]<track>.kind": "text",
        "reply[]<track>.title": "missing|text",
        "reply[]<user>.kind": "text",
        "reply[].kind": "text",
      },
    },
    {
      what: "a page with a next one",
      body: { collection: [], next_href: "https://api.soundcloud.com/tracks?cursor=secret&limit=2" },
      facts: {
        "paging next": "api /tracks cursor limit",
        "reply": "object",
        "reply.collection": "array",
      },
    },
    {
      what: "the last page, without a link",
      body: { collection: [] },
      facts: { "paging end": "missing", "reply": "object", "reply.collection": "array" },
    },
    {
      what: "the last page, with null",
      body: { collection: [], next_href: null },
      facts: { "paging end": "null", "reply": "object", "reply.collection": "array" },
    },
    {
      what: "an error with words",
      status: 404,
      body: { code: 404, message: "secret", errors: [{}] },
      facts: {
        ...{ "error code": "404", "error list": "items", "error message": "words" },
        ...{ "reply": "object", "reply.code": "number", "reply.errors": "array", "reply.errors[]": "object" },
        "reply.message": "text",
      },
    },
    {
      what: "an error without words",
      status: 400,
      body: { message: "", errors: [] },
      facts: {
        ...{ "error list": "empty", "error message": "empty" },
        ...{ "reply": "object", "reply.errors": "array", "reply.message": "text" },
      },
    },
    {
      what: "a code and a message that are no error",
      status: 399,
      body: { code: 1, message: "" },
      facts: { "reply": "object", "reply.code": "number", "reply.message": "text" },
    },
  ] satisfies readonly { what: string; status?: number; body: unknown; facts: Facts }[]
) {
  Deno.test(`factsOf() describes ${what}`, () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    assertEquals(factsOf(new Response(null, { status }), text), { status: `${status}`, ...facts });
  });
}
