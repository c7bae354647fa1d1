import { assert, assertEquals, assertObjectMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { get, request } from "node:http";
import type { Answer } from "../../../cli/auth/callback.ts";
import { listen, type Loopback } from "../../../cli/auth/loopback.ts";
import { Failure } from "../../../cli/errors.ts";

/** Listens for the redirect of a login with the state `s`. */
async function loopback(): Promise<Loopback & AsyncDisposable> {
  const server = await listen({ port: 0, path: "/callback", state: "s" });
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

/** What a browser gets: the status, the headers, and the title and text of the page. */
interface Shown {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly title: string | undefined;
  readonly text: string | undefined;
}

/** Sends a request to a path, with a form and headers that browsers may send. */
function send(
  { port }: Loopback,
  path: string,
  { method = "GET", form = "", host }: { method?: string; form?: string; host?: string } = {},
): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, async (reply) => {
      let page = "";
      for await (const chunk of reply) page += String(chunk);
      const [, title] = /<h1>(.*)<\/h1>/.exec(page) ?? [];
      const [, text] = /<p>(.*)<\/p>/.exec(page) ?? [];
      assertStringIncludes(page, '<!doctype html><html lang="en">');
      assertStringIncludes(page, `<title>${title}</title><style>body{`);
      resolve({ status: reply.statusCode, headers: reply.headers, title, text });
    });
    sent.on("error", reject).end(form);
  });
}

const HEADERS = {
  ...{ "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "connection": "close" },
  ...{ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" },
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
const NOT_THERE = "There is nothing here.";
const FOREIGN = "This redirect doesn't belong to the current login.";

for (
  const [what, path, more, status, text] of [
    ["another path", "/", {}, 404, NOT_THERE],
    ["a longer path", "/callback/x?code=c&state=s", {}, 404, NOT_THERE],
    ["an address instead of a path", "http://evil.example/callback?code=c&state=s", {}, 404, NOT_THERE],
    ["another host, which rebinds its name", "/callback?code=c&state=s", { host: "evil.example" }, 421, NOT_THERE],
    ["a host that begins like its own", "/callback?code=c&state=s", { host: "localhost.evil.example" }, 421, NOT_THERE],
    ["another method", "/callback?code=c&state=s", { method: "PUT" }, 405, NOT_THERE],
    ["another state", "/callback?code=c&state=t", {}, 400, FOREIGN],
    ["no state", "/callback?code=c", {}, 400, FOREIGN],
    ["neither code nor error", "/callback?state=s", {}, 400, FOREIGN],
  ] as const
) {
  Deno.test(`listen() answers a request with ${what} with ${status}, and goes on waiting`, async () => {
    await using server = await loopback();
    const shown = await send(server, path, more);
    assertEquals(shown.status, status);
    assertEquals(shown.title, "Unexpected request");
    assertEquals(shown.text, text);
    assertEquals((await send(server, "/callback?code=c&state=s")).status, 200);
    assertEquals<Answer>(await server.answer, { code: "c" });
  });
}

for (
  const [what, path, more] of [
    ["in its query", "/callback?code=c&state=s", {}],
    ["with a slash at the end of the path", "/callback/?code=c&state=s", {}],
    ["to localhost", "/callback?code=c&state=s", { host: "LOCALHOST:1" }],
    ["as a form", "/callback", { method: "POST", form: "code=c&state=s" }],
    ["as a form without content, in its query", "/callback?code=c&state=s", { method: "POST" }],
  ] as const
) {
  Deno.test(`listen() takes an answer ${what}`, async () => {
    await using server = await loopback();
    const { headers, ...shown } = await send(server, path, more);
    const text = "You can close this page and go back to the terminal.";
    assertEquals(shown, { status: 200, title: "Almost there", text });
    const names = Object.keys(HEADERS);
    assertEquals(Object.fromEntries(names.map((name) => [name, headers[name]])), HEADERS);
    assertEquals<Answer>(await server.answer, { code: "c" });
  });
}

Deno.test("listen() says that a denied login isn't signed in, and takes only the first answer", async () => {
  await using server = await loopback();
  const denied = await send(server, "/callback?error=access_denied&error_description=No&state=s");
  assertEquals(denied.status, 200);
  assertEquals(denied.title, "Not signed in");
  assertEquals(denied.text, "The terminal says why. You can close this page.");
  const late = await send(server, "/callback?code=c&state=s");
  assertEquals({ status: late.status, text: late.text }, { status: 400, text: FOREIGN });
  assertEquals<Answer>(await server.answer, { error: "access_denied", description: "No" });
});

Deno.test("listen() drops a form that is too large", async () => {
  await using server = await loopback();
  const form = (length: number) => `state=s&code=${"c".repeat(length - "state=s&code=".length)}`;
  await assertRejects(() => send(server, "/callback", { method: "POST", form: form(65_537) }));
  assertEquals((await send(server, "/callback", { method: "POST", form: form(65_536) })).status, 200);
});

Deno.test("listen() names a port that another program has, and how to go on", async () => {
  await using server = await loopback();
  const { port } = server;
  const failure = await assertRejects(() => listen({ port, path: "/", state: "s" }), Failure);
  assertObjectMatch(failure, {
    message: `Port ${port} is in use`,
    code: "port_taken",
    hint: "Another program listens there. Choose another port with --port, or paste the URL: --no-browser.",
    kind: "failed",
  });
  assert(failure.cause instanceof Error);
});

Deno.test("listen() stops listening once it is closed", async () => {
  const server = await loopback();
  await server.close();
  const refused = await new Promise((resolve) => get({ host: "127.0.0.1", port: server.port }).on("error", resolve));
  assertStringIncludes(String(refused), "ECONNREFUSED");
});
