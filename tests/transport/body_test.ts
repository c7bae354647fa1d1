import { assert, assertEquals } from "@std/assert";
import { payload, sendBody } from "../../src/transport/body.ts";
import { send } from "../../src/transport/send.ts";
import { aCall } from "../support/calls.ts";
import { serve } from "../support/wire_server.ts";

const LIMIT = { signal: new AbortController().signal, restart() {}, end() {} };

async function textOf(body: Parameters<typeof payload>[0]): Promise<string> {
  return await new Response(payload(body)?.open(aCall(), LIMIT).body).text();
}

Deno.test("payload() returns undefined without a body", () => {
  assertEquals(payload(undefined), undefined);
});

for (
  const [kind, body, text, type] of [
    ["a text", "text", "text", undefined],
    ["a query", new URLSearchParams("a=b c"), "a=b+c", "application/x-www-form-urlencoded;charset=UTF-8"],
    ["an object", { open: 1 }, '{"open":1}', "application/json"],
  ] as const
) {
  Deno.test(`${kind} is sent as ${type ?? "it is"}, again if need be`, async () => {
    const carried = payload(body);
    assertEquals(carried?.headers?.["Content-Type"], type);
    assertEquals([await textOf(body), await textOf(body)], [text, text]);
    assertEquals(carried?.repeatable, undefined);
  });
}

Deno.test("payload() leaves a form to the platform", () => {
  const form = new FormData();
  assertEquals(payload(form)?.open(aCall(), LIMIT), { body: form });
  assertEquals(payload(form)?.headers, undefined);
});

Deno.test("payload() has the type, the length and the repeatability of a stream", () => {
  for (const repeatable of [true, false]) {
    const carried = payload({ contentType: "a/b", size: 7, repeatable, open: () => new Blob(["content"]).stream() });
    assertEquals(carried?.headers, { "Content-Type": "a/b", "Content-Length": "7" });
    assertEquals(carried?.repeatable, repeatable);
    const init = carried?.open(aCall(), LIMIT);
    assert(init?.body instanceof ReadableStream && "duplex" in init);
  }
});

Deno.test("payload() forbids redirects of a streamed body, or sets redirect: manual if the platform can't", () => {
  const { Request } = globalThis;
  const mode = () =>
    payload({ contentType: "a/b", size: 1, repeatable: true, open: () => "x" })?.open(aCall(), LIMIT).redirect;
  const modes = [mode()];
  try {
    globalThis.Request = class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        if (init?.redirect === "error") throw new TypeError("Invalid redirect value");
        super(input, init);
      }
    };
    modes.push(mode());
  } finally {
    globalThis.Request = Request;
  }
  assertEquals(modes, ["error", "manual"]);
});

Deno.test("payload(): a bare token sends a body through sendBody()", async () => {
  await using server = await serve({ body: 1 });
  const options = { baseUrl: server.url, authUrl: server.url };
  await sendBody("token", { method: "POST", path: "/x", body: { a: 1 } }, options);
  assertEquals(server.requests[0]?.body, '{"a":1}');
  assertEquals(server.requests[0]?.headers["authorization"], "OAuth token");
  // A session of only a token doesn't support bodies, so that reading needs little code.
  await send("token", { method: "GET", path: "/x" }, options);
  assertEquals(server.requests[1]?.body, "");
});
