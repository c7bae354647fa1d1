import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { authorizeUrl, CHALLENGE, exchange, VERIFIER } from "../../support/oauth.ts";

type Changes = Record<string, string | null>;

async function get(sandbox: Sandbox, changes: Changes = {}): Promise<Response> {
  return await sandbox.fetch(authorizeUrl(sandbox, changes), { redirect: "manual" });
}

async function post(
  sandbox: Sandbox,
  form: Record<string, string>,
  headers: HeadersInit = {},
  changes: Changes = {},
): Promise<Response> {
  const init: RequestInit = { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" };
  return await sandbox.fetch(authorizeUrl(sandbox, changes), init);
}

/** Returns the target of a redirect and its parameters. */
function target(reply: Response): { address: string; query: Record<string, string> } {
  assertEquals(reply.status, 302);
  const url = new URL(reply.headers.get("location") ?? "");
  return { address: url.origin + url.pathname, query: Object.fromEntries(url.searchParams) };
}

Deno.test("GET /authorize: the page lists the catalogue's users and needs no script", async () => {
  using sandbox = createSandbox();
  const reply = await get(sandbox);
  const html = await reply.text();
  assertEquals(reply.status, 200);
  assertEquals(reply.headers.get("content-type"), "text/html; charset=utf-8");
  for (const name of ["Night Ferry", "夜の海 Yoru no Umi", "zebra-crossing"]) assertStringIncludes(html, name);
  assertEquals(html.match(/type="radio"/g)?.length, 20);
  assertMatch(html, /<meta name="viewport" content="width=device-width/);
  assertMatch(html, /<form method="post">/);
  assert(!html.includes("<script"));
  assertEquals(
    reply.headers.get("content-security-policy"),
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'self' http://127.0.0.1:8765",
  );
});

Deno.test("GET /authorize: the first user is chosen, and each is told apart by permalink, tracks and e-mail", async () => {
  using sandbox = createSandbox({
    empty: true,
    users: [{ permalink: "ann", username: "Ann" }, { permalink: "bea", emailConfirmed: false }],
    tracks: [{ title: "One", user: "bea" }],
  });
  const choice = /value="(?<id>\d+)"(?<checked>[^>]*)>\s*<span><bdi>(?<name>.*)<\/bdi><small>(?<facts>.*)<\/small>/g;
  const choices = (await (await get(sandbox)).text()).matchAll(choice);
  assertEquals([...choices].map(({ groups }) => ({ ...groups })), [
    { id: "1", checked: " checked", name: "Ann", facts: "ann · 0 tracks" },
    { id: "2", checked: "", name: "bea", facts: "bea · 1 track · e-mail not confirmed" },
  ]);
});

Deno.test("GET /authorize: a hostile name is escaped on the page", async () => {
  using sandbox = createSandbox();
  const html = await (await get(sandbox)).text();
  assertStringIncludes(html, "&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;Quoted&quot;");
  assert(!html.includes("<b>Bold"));
});

Deno.test("GET /authorize: allowing redirects back with a code for the chosen user, and the unchanged state", async () => {
  using sandbox = createSandbox();
  const { address, query } = target(await post(sandbox, { decision: "allow", user: "7" }));
  assertEquals({ address, state: query.state }, { address: sandbox.clientConfig.redirectUri, state: "a state & more" });
  const { body } = await exchange(sandbox, query.code ?? "");
  const headers = { authorization: `OAuth ${body.access_token}` };
  const own = await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/tracks/1001`, { headers });
  await own.body?.cancel();
  assertEquals(own.status, 200);
});

Deno.test("GET /authorize redirects to your own web app, whose redirect URI is a setting", async () => {
  const redirectUri = "http://localhost:3000/api/auth/callback";
  using sandbox = createSandbox({ config: { redirectUri } });
  const { address, query } = target(await post(sandbox, { decision: "allow", user: "7" }));
  assertEquals({ address, redirectUri: sandbox.clientConfig.redirectUri }, { address: redirectUri, redirectUri });
  assertEquals((await exchange(sandbox, query.code ?? "")).status, 200);
  sandbox.config.redirectUri = "http://localhost:4000/";
  assertEquals(target(await post(sandbox, { decision: "allow", user: "7" })).address, "http://localhost:4000/");
  const refusal = await get(sandbox, { redirect_uri: redirectUri });
  assertEquals(refusal.status, 400);
  assertStringIncludes(await refusal.text(), "change it with --redirect-uri");
  await using server = await sandbox.serve();
  assertEquals(server.clientConfig.redirectUri, "http://localhost:4000/");
});

/** Redirect URIs, and what the page's policy allows its form to redirect to. */
const FORM_TARGETS: Readonly<Record<string, string>> = {
  "http://localhost:3000/back": "http://localhost:3000",
  "https://app.example/back": "https://app.example",
  "my-app://back": "my-app:",
};

for (const [redirectUri, allowed] of Object.entries(FORM_TARGETS)) {
  Deno.test(`GET /authorize: the form of the page may redirect to ${redirectUri}`, async () => {
    using sandbox = createSandbox({ config: { redirectUri } });
    const reply = await get(sandbox);
    await reply.body?.cancel();
    const policy = reply.headers.get("content-security-policy")?.split("; ").at(-1);
    assertEquals({ status: reply.status, policy }, { status: 200, policy: `form-action 'self' ${allowed}` });
  });
}

Deno.test("GET /authorize: a user who isn't listed can be entered by permalink or id", async () => {
  using sandbox = createSandbox();
  for (const other of [" paper-lantern ", "7"]) {
    assert(target(await post(sandbox, { decision: "allow", user: "1", other })).query.code);
  }
  assertEquals((await post(sandbox, { decision: "allow", other: "nobody-at-all" })).status, 400);
});

Deno.test("GET /authorize: denying redirects back with access_denied", async () => {
  using sandbox = createSandbox();
  const { query } = target(await post(sandbox, { decision: "deny", user: "1" }));
  assertEquals(query, { error: "access_denied", state: "a state & more" });
});

Deno.test("GET /authorize: a form without a decision, or from another site, decides nothing", async () => {
  using sandbox = createSandbox();
  assertEquals((await post(sandbox, { user: "1" })).status, 400);
  const form = { decision: "allow", user: "1" };
  const own = { origin: new URL(sandbox.clientConfig.authUrl).origin, "sec-fetch-site": "same-origin" };
  // An app on this machine may ask for tokens, and decides no more for its user than another site does.
  const origins = ["https://evil.example", "null", "http://localhost:3000", own.origin.replace("https", "http")];
  const sites = ["cross-site", "same-site", "none"].map((site) => ({ ...own, "sec-fetch-site": site }));
  for (const headers of [...origins.map((origin) => ({ ...own, origin })), ...sites]) {
    assertEquals((await post(sandbox, form, headers)).status, 403);
  }
  assertEquals((await post(sandbox, form, own)).status, 302);
});

Deno.test("GET /authorize: sandbox_user skips the page, by permalink or id", async () => {
  using sandbox = createSandbox();
  for (const sandbox_user of ["night-ferry", "1"]) assert(target(await get(sandbox, { sandbox_user })).query.code);
  assertEquals((await get(sandbox, { sandbox_user: "nobody-at-all" })).status, 400);
});

Deno.test("GET /authorize: an unknown app or an unregistered redirect URI gets an error page, never a redirect", async () => {
  using sandbox = createSandbox();
  const { redirectUri } = sandbox.clientConfig;
  const wrong: Changes[] = [
    { client_id: "nobody" },
    { client_id: null },
    { redirect_uri: null },
    { redirect_uri: "https://evil.example/callback" },
    { redirect_uri: redirectUri.replace("http:", "https:") },
    { redirect_uri: `${redirectUri}/` },
    { redirect_uri: `${redirectUri}?next=1` },
  ];
  for (const change of wrong) {
    const replies = [
      await get(sandbox, { ...change, sandbox_user: "1" }),
      await post(sandbox, { decision: "deny" }, {}, change),
    ];
    for (const reply of replies) {
      assertEquals(
        { status: reply.status, location: reply.headers.get("location") },
        { status: 400, location: null },
        JSON.stringify(change),
      );
      assertMatch(await reply.text(), /This login cannot continue/);
    }
  }
});

Deno.test("GET /authorize: requires PKCE with S256 and the code flow", async () => {
  using sandbox = createSandbox();
  const wrong: Changes[] = [
    { code_challenge: null },
    { code_challenge: `${CHALLENGE}=` },
    { code_challenge: `${VERIFIER}${VERIFIER}` },
    { code_challenge_method: null },
    { code_challenge_method: "plain" },
  ];
  for (const change of wrong) {
    const { query } = target(await get(sandbox, { ...change, sandbox_user: "1" }));
    assertEquals(query.error, "invalid_request");
    assertEquals(query.state, "a state & more");
    assertEquals(query.code, undefined);
  }
  const { query } = target(await get(sandbox, { response_type: "token" }));
  assertEquals(query.error, "unsupported_response_type");
});

Deno.test("GET /authorize: a request without a state gets none back, and the scope is ignored", async () => {
  using sandbox = createSandbox();
  const { query } = target(await get(sandbox, { state: null, scope: "non-expiring *", sandbox_user: "1" }));
  assertEquals(Object.keys(query), ["code"]);
});
