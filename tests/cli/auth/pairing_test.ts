import { assert, assertEquals, assertRejects } from "@std/assert";
import { hostname } from "node:os";
import { pair } from "../../../cli/auth/pairing.ts";
import { EXITS } from "../../../cli/errors.ts";
import { factsOf, testContext, testHost } from "../../support/cli/test_host.ts";

const OPENED = { code: "ABC-1", poll_token: "p1", poll_interval_seconds: 1 };
const TOKEN = { access_token: "t1", token_type: "Bearer" };

/** The replies of a service: to the request of a code, of its status, and of the tokens. */
interface Replies {
  readonly codes?: Response;
  readonly status?: Response | readonly (Response | Error)[];
  readonly signIn?: Response;
}

/** Pairs with a service; returns the result, what the user reads, the requests with their bodies, and the time. */
async function pairWith({ codes, status = [], signIn }: Replies, waitMs = 60_000) {
  const requests: string[] = [];
  const states = [status].flat();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    assertEquals(request.redirect, "error");
    if (request.method === "POST") requests.push(`${request.headers.get("content-type")} ${await request.text()}`);
    if (pathname === "/pairing/codes") return codes ?? Response.json(OPENED);
    if (pathname === "/pairing/sign-in") return signIn ?? Response.json({ session: TOKEN });
    const state = states.shift() ?? Response.json({ status: status instanceof Response ? "pending" : "activated" });
    return state instanceof Error ? Promise.reject(state) : state;
  };
  const on = testHost({ fetch });
  const settings = { clientId: "a b", authUrl: "https://auth.example", waitMs };
  const started = performance.now();
  const result = await pair(testContext(on), settings).catch((error: unknown) => error);
  return { result, requests, shown: on.stderr, ms: performance.now() - started };
}

const OPEN = [
  "POST /pairing/codes?client_id=a+b",
  `application/json {"client_id":"a b","device":{"name":"${hostname()}"}}`,
];
const ASK = "GET /pairing/codes/ABC-1?client_id=a+b&poll_token=p1";
const SIGN_IN = [
  "POST /pairing/sign-in?client_id=a+b",
  'application/json {"client_id":"a b","pairing_code":"ABC-1","poll_token":"p1"}',
];

Deno.test("pair() shows the code, asks for its status, and exchanges it", async () => {
  const { result, requests, shown } = await pairWith({});
  assertEquals(result, TOKEN);
  assertEquals(
    shown,
    "Open this URL on any device, and allow the access:\n\n  https://auth.example/activate/ABC-1\n\n",
  );
  assertEquals(requests, [...OPEN, ASK, ...SIGN_IN]);
});

Deno.test("pair() asks again after half a second or more, and until its time is over", async () => {
  const codes = (poll_interval_seconds: unknown) => Response.json({ ...OPENED, poll_interval_seconds });
  const pending = () => Response.json({ status: "pending" });
  const hasty = await pairWith({
    codes: codes(0.001),
    status: [pending(), new Response("oh no", { status: 503 }), new TypeError("lost")],
  });
  assertEquals(hasty.result, TOKEN);
  assertEquals(hasty.requests, [...OPEN, ASK, ASK, ASK, ASK, ...SIGN_IN]);
  assert(hasty.ms > 1480, `${hasty.ms} ms`);
  await Promise.all([100, "x", -1].map(async (interval) => {
    const { requests, ms } = await pairWith({ codes: codes(interval), status: pending() }, 800);
    assertEquals(requests, [...OPEN, ASK, ASK]);
    assert(ms >= 790 && ms < 30_000, `${ms} ms`);
  }));
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
    assertEquals({ requests, shown }, { requests: OPEN, shown: "" });
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

for (
  const [what, signal, cause, message] of [
    ["ends with the reason of an interruption", AbortSignal.abort(new Error("Ctrl-C")), "no", "Ctrl-C"],
    ["names a host that isn't reached", undefined, "ECONNREFUSED", "Cannot reach auth.example: connection refused"],
  ] as const
) {
  Deno.test(`pair() ${what}`, async () => {
    const fetch = () => Promise.reject(new TypeError("no", { cause: new Error(cause) }));
    const context = testContext(testHost({ fetch, ...(signal && { signal }) }));
    const settings = { clientId: "a", authUrl: "https://auth.example", waitMs: 1 };
    assertEquals((await assertRejects(() => pair(context, settings), Error)).message, message);
  });
}
