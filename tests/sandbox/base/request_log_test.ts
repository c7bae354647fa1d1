import { assert, assertEquals } from "@std/assert";
import { fitsPath } from "../../../sandbox/base/path_pattern.ts";
import { redactHeaders, redactText } from "../../../sandbox/base/redact.ts";
import { type Note, RequestLog } from "../../../sandbox/base/request_log.ts";

const { signal } = new AbortController();

function note(url: string, more: Partial<Note> = {}): Note {
  return {
    ...{
      at: 0,
      milliseconds: 1.2345,
      method: "GET",
      url: `https://api.sandbox.test${url}`,
      status: 200,
      faults: [],
      notes: [],
    },
    ...{ headers: new Headers(), body: undefined, replyHeaders: undefined, replyBody: undefined },
    ...more,
  };
}

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

Deno.test("RequestLog keeps the last thousand requests, oldest first, and numbers continue after clearing", () => {
  const log = new RequestLog();
  for (let i = 1; i <= 1003; i++) log.add(note(`/${i}`));
  assertEquals(log.count(), 1000);
  assertEquals(log.list()[0]?.id, 4);
  assertEquals(log.list().at(-1)?.path, "/1003");
  log.clear();
  log.add(note("/next"));
  assertEquals(log.list().map(({ id, path }) => [id, path]), [[1004, "/next"]]);
});

Deno.test("RequestLog truncates a body, and distinguishes a missing body from an empty one", () => {
  const log = new RequestLog();
  log.add(note("/", { body: "x".repeat(5000), replyBody: "" }));
  const [entry] = log.list();
  assertEquals(
    { bodyLength: entry?.request.body?.length, body: entry?.reply.body, milliseconds: entry?.milliseconds },
    { bodyLength: 4096, body: "", milliseconds: 1.23 },
  );
  log.add(note("/"));
  assertEquals(log.list()[1]?.request.body, null);
});

Deno.test("RequestLog wakes a waiting caller at the last missing request or at the timeout", async () => {
  const log = new RequestLog();
  await log.reached(0, {}, signal);
  let isReached = false;
  const waiting = log.reached(2, { path: "/me" }, signal).then(() => isReached = true);
  for (const path of ["/me", "/other", "/other"]) log.add(note(path));
  await Promise.resolve();
  assertEquals(isReached, false);
  log.add(note("/me"));
  await waiting;
  const patience = new AbortController();
  const vain = log.reached(9, {}, patience.signal);
  patience.abort();
  await vain;
});

Deno.test("RequestLog hides secrets in URLs, forms and JSON at any position", () => {
  for (
    const [text, shown] of [
      ["/x?oauth_token=1&limit=2", "/x?oauth_token=[hidden]&limit=2"],
      ["code=abc&code_verifier=d&grant_type=x", "code=[hidden]&code_verifier=[hidden]&grant_type=x"],
      ['{"access_token":"a\\"b","scope":""}', '{"access_token":"[hidden]","scope":""}'],
      ['{"refresh_token" : "cut off', '{"refresh_token" : "[hidden]"'],
      [
        "/resolve?url=https%3A%2F%2Fx%2Fa%2Fs-AbCdEf1%3Fsecret_token%3Ds-AbCdEf1",
        "/resolve?url=https%3A%2F%2Fx%2Fa%2Fs-[hidden]%3Fsecret_token%3D[hidden]",
      ],
      ["https://soundcloud.com/a/b/s-AbCdEf1", "https://soundcloud.com/a/b/s-[hidden]"],
      ["/m.mp3?expires=1&Policy=p&Signature=s", "/m.mp3?expires=1&Policy=[hidden]&Signature=[hidden]"],
    ] as const
  ) assertEquals(redactText(text), shown);
});

const SECRETS = "access_token client_secret code code_verifier oauth_token pairing_code password poll_token " +
  "refresh_token secret_token Policy Signature";

for (const name of SECRETS.split(" ")) {
  Deno.test(`RequestLog hides each ${name} of a form, a percent-encoded URL and a JSON text`, () => {
    const hidden = `${name}=[hidden]`;
    assertEquals(redactText(`${name}=one&a=b&${name}=two`), `${hidden}&a=b&${hidden}`);
    assertEquals(redactText(`url=%3f${name}%3done%26${name}%3dtwo`), `url=%3f${name}%3d[hidden]%26${name}%3d[hidden]`);
    const both = (value: string) => `[{"${name}":"${value}"},{"${name}":"${value}"}]`;
    assertEquals(redactText(both("one")), both("[hidden]"));
  });
}

Deno.test("RequestLog hides each secret link and each pairing code of a text", () => {
  assertEquals(
    redactText("/activate/AB12?x /pairing/codes/CD34/approve /s-AbCdEf1 %2Fs-AbCdEf2"),
    "/activate/[hidden]?x /pairing/codes/[hidden]/approve /s-[hidden] %2Fs-[hidden]",
  );
});

Deno.test("RequestLog keeps text that only resembles a secret: an error code, a word, a short slug", () => {
  for (const text of ['{"code":401}', "/x?barcode=1", "decode=1", "/a/s-1", "the access_token is missing"]) {
    assertEquals(redactText(text), text);
  }
});

Deno.test("RequestLog shows the scheme of the Authorization header, but not the credential", () => {
  const headers = new Headers({ authorization: "OAuth 1-2-3", cookie: "a=b", accept: "*/*", location: "/x?code=1" });
  assertEquals(redactHeaders(headers), {
    ...{ accept: "*/*", authorization: "OAuth [hidden]", cookie: "[hidden]", location: "/x?code=[hidden]" },
  });
  assertEquals(redactHeaders(new Headers({ authorization: "naked-token" })), { authorization: "[hidden]" });
  for (const scheme of ["OAuth", "Bearer", "basic"]) {
    assertEquals(redactHeaders(new Headers({ authorization: `${scheme} a b` })), {
      authorization: `${scheme} [hidden]`,
    });
  }
});

Deno.test("RequestLog hides credentials of a proxy and of a reply's cookie", () => {
  assertEquals(redactHeaders(new Headers({ "proxy-authorization": "Basic eA==", "set-cookie": "a=b" })), {
    "proxy-authorization": "Basic [hidden]",
    "set-cookie": "[hidden]",
  });
});

Deno.test("RequestLog.add() reuses the space of a dropped request, whatever their lengths", () => {
  const log = new RequestLog();
  const bodyOf = (i: number) => "é漢🎵".repeat(i % 7) + i;
  for (let i = 1; i <= 3000; i++) log.add(note(`/${i}`, { replyBody: bodyOf(i), headers: new Headers({ a: `${i}` }) }));
  const read = log.list().map(({ id, request, reply }) => [id, request.headers.a, reply.body]);
  assertEquals(read, Array.from({ length: 1000 }, (_, i) => [2001 + i, `${2001 + i}`, bodyOf(2001 + i)]));
  assertEquals(log.find(2500)?.replyBody, bodyOf(2500));
  assertEquals(log.find(1500), undefined);
});
