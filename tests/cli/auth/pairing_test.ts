import { assertEquals, assertRejects } from "@std/assert";
import { pair } from "../../../cli/auth/pairing.ts";
import { EXITS, Failure } from "../../../cli/errors.ts";
import { factsOf, testContext, testHost } from "../../support/cli/test_host.ts";

const OPENED = { code: "ABC-1", poll_token: "p1", poll_interval_seconds: 1 };
const TOKEN = { access_token: "t1", token_type: "Bearer" };

/** The replies of a service: to the request of a code, of its status, and of the tokens. */
interface Replies {
  readonly codes?: Response;
  readonly status?: Response;
  readonly signIn?: Response;
}

/** Pairs with a service; returns the result, what the user reads, and the requests with their bodies. */
async function pairWith({ codes, status, signIn }: Replies, waitMs = 60_000) {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    if (pathname === "/pairing/codes") return codes ?? Response.json(OPENED);
    if (pathname !== "/pairing/sign-in") return status ?? Response.json({ status: "activated" });
    requests.push(`${request.headers.get("content-type")} ${await request.text()}`);
    return signIn ?? Response.json({ session: TOKEN });
  };
  const on = testHost({ fetch });
  const settings = { clientId: "a b", authUrl: "https://auth.example", waitMs };
  const result = await pair(testContext(on), settings).catch((error: unknown) => error);
  return { result, requests, shown: on.stderr };
}

Deno.test("pair() shows the code, asks for its status, and exchanges it", async () => {
  const { result, requests, shown } = await pairWith({});
  assertEquals(result, TOKEN);
  assertEquals(
    shown,
    "Open this URL on any device, and allow the access:\n\n  https://auth.example/activate/ABC-1\n\n",
  );
  assertEquals(requests, [
    "POST /pairing/codes?client_id=a+b",
    "GET /pairing/codes/ABC-1?client_id=a+b&poll_token=p1",
    "POST /pairing/sign-in?client_id=a+b",
    'application/json {"client_id":"a b","pairing_code":"ABC-1","poll_token":"p1"}',
  ]);
});

Deno.test("pair() takes tokens without a session around them", async () => {
  assertEquals((await pairWith({ signIn: Response.json(TOKEN) })).result, TOKEN);
});

for (
  const [what, codes, status] of [
    ["refuses", Response.json(OPENED, { status: 300 }), 300],
    ["fails", new Response("oh no", { status: 503 }), 503],
    ["sends no code", Response.json({ poll_token: "p1" }), 200],
    ["sends no token", Response.json({ code: "ABC-1" }), 200],
    ["sends a code for other paths", Response.json({ ...OPENED, code: "../x" }), 200],
    ["sends a code of 201 letters", Response.json({ ...OPENED, code: "x".repeat(201) }), 200],
    ["sends no object", Response.json(null), 200],
  ] as const
) {
  Deno.test(`pair() names the host that ${what}, and another way to sign in`, async () => {
    const { result, requests, shown } = await pairWith({ codes });
    const message = `Cannot get a pairing code from auth.example: it responded with ${status}`;
    const hint = "Run `tonearm login --no-browser`, and paste the URL of the redirect.";
    assertEquals(factsOf(result), { kind: "auth", code: "no_pairing", message, hint });
    assertEquals({ requests: requests.length, shown }, { requests: 1, shown: "" });
  });
}

for (
  const [what, status, message] of [
    ["has expired", Response.json({ status: "expired" }), "The pairing code has expired"],
    ["isn't allowed in time", Response.json({ status: "pending" }), "The access was not allowed in time"],
    ["isn't known yet", Response.json({ status: "activated" }, { status: 404 }), "The access was not allowed in time"],
  ] as const
) {
  Deno.test(`pair() says that a code ${what}`, async () => {
    const hint = "Run `tonearm login --pairing` again.";
    const { result } = await pairWith({ status }, -1);
    assertEquals(factsOf(result), { kind: "auth", code: "login_timeout", message, hint });
  });
}

for (
  const [what, signIn, status] of [
    ["is refused", Response.json({ session: TOKEN }, { status: 400 }), 400],
    ["gives no token", Response.json({ session: {} }), 200],
  ] as const
) {
  Deno.test(`pair() says that a code ${what}`, async () => {
    const message = `SoundCloud rejected the pairing code with ${status}`;
    assertEquals(factsOf((await pairWith({ signIn })).result), {
      ...{ kind: "auth", code: "invalid_grant", message },
      hint: EXITS.auth.next,
    });
  });
}

Deno.test("pair() ends with the reason of an interruption", async () => {
  const signal = AbortSignal.abort(new Error("Ctrl-C"));
  const fetch = () => Promise.reject(new Error("no"));
  const context = testContext(testHost({ fetch, signal }));
  const settings = { clientId: "a", authUrl: "https://auth.example", waitMs: 1 };
  await assertRejects(() => pair(context, settings), Error, "Ctrl-C");
});

Deno.test("pair() names a host that isn't reached", async () => {
  const fetch = () => Promise.reject(new TypeError("no", { cause: new Error("ECONNREFUSED") }));
  const settings = { clientId: "a", authUrl: "https://auth.example", waitMs: 1 };
  await assertRejects(
    () => pair(testContext(testHost({ fetch })), settings),
    Failure,
    "Cannot reach auth.example: connection refused",
  );
});
