import { assertEquals } from "@std/assert";
import { redactHeaders, redactText } from "../../../sandbox/base/redact.ts";

Deno.test("RequestLog hides secrets in URLs, forms and JSON at any position", () => {
  for (
    const [text, shown] of [
      ["/x?oauth_token=1&limit=2", "/x?oauth_token=[hidden]&limit=2"],
      ["code=abc&code_verifier=d&grant_type=x", "code=[hidden]&code_verifier=[hidden]&grant_type=x"],
      ["client_secret=a%2Bb%26c&scope=", "client_secret=[hidden]&scope="],
      ["/m?Signature=a%7Eb_#x", "/m?Signature=[hidden]#x"],
      ["/r?url=a%3Fcode%3Da%2Bb%23x%26c", "/r?url=a%3Fcode%3D[hidden]%23x%26c"],
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
