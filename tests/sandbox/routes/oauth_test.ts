import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";
import { basic, codeFor, exchange, postToken, refresh, useToken, VERIFIER } from "../../support/oauth.ts";

const START = "2026-03-01T00:00:00Z";
const CLIENT_CREDENTIALS = { grant_type: "client_credentials" };
const APP = basic("sandbox-client", "sandbox-secret");

Deno.test("POST /oauth/token: a token request of a megabyte isn't read to its end", async () => {
  using sandbox = createSandbox();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++sent > 1000) return controller.close();
      controller.enqueue(new Uint8Array(1024).fill(97));
    },
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  const reply = await sandbox.fetch(`${sandbox.clientConfig.authUrl}/oauth/token`, init);
  await reply.body?.cancel();
  assertEquals(reply.status, 413);
  assert(sent < 100);
  const sized = (bytes: number) => sandbox.fetch(reply.url, { method: "POST", headers, body: "a".repeat(bytes) });
  assertEquals([(await sized(65_536)).status, (await sized(65_537)).status], [400, 413]);
});

Deno.test("POST /oauth/token: a code is bound to its verifier and its redirect URI, and a wrong attempt spends it", async () => {
  using sandbox = createSandbox();
  const wrong = [
    { code_verifier: VERIFIER.replace("c", "k") },
    { code_verifier: "" },
    { redirect_uri: "https://127.0.0.1:8765/callback" },
    { redirect_uri: `${sandbox.clientConfig.redirectUri}/` },
  ];
  for (const change of wrong) {
    const code = await codeFor(sandbox);
    const { status, body } = await exchange(sandbox, code, change);
    assertEquals({ status, error: body.error }, { status: 400, error: "invalid_grant" }, JSON.stringify(change));
    assertEquals((await exchange(sandbox, code)).body.error, "invalid_grant", `after ${JSON.stringify(change)}`);
  }
});

Deno.test("POST /oauth/token: an unknown code spends no other code", async () => {
  using sandbox = createSandbox();
  const code = await codeFor(sandbox);
  assertEquals((await exchange(sandbox, "another")).body.error, "invalid_grant");
  assertEquals((await exchange(sandbox, code)).status, 200);
});

Deno.test("POST /oauth/token: a code lives for sixty seconds", async () => {
  using sandbox = createSandbox({ clock: START });
  sandbox.clock.freeze(START);
  const [early, late] = [await codeFor(sandbox), await codeFor(sandbox)];
  sandbox.clock.advance(59_999);
  assertEquals((await exchange(sandbox, early)).status, 200);
  sandbox.clock.advance(1);
  assertEquals((await exchange(sandbox, late)).body.error, "invalid_grant");
});

Deno.test("POST /oauth/token: an access token lives for 3599 seconds", async () => {
  using sandbox = createSandbox({ clock: START });
  sandbox.clock.freeze(START);
  const { access_token } = sandbox.issueTokens();
  sandbox.clock.advance(3_598_999);
  assertEquals(await useToken(sandbox, access_token), 200);
  sandbox.clock.advance(1);
  assertEquals(await useToken(sandbox, access_token), 401);
});

Deno.test("POST /oauth/token: a refresh returns a new pair and spends the old refresh token", async () => {
  using sandbox = createSandbox();
  const old = sandbox.issueTokens();
  const renewed = await refresh(sandbox, old.refresh_token);
  assertEquals(renewed.status, 200);
  assertNotEquals(renewed.body.access_token, old.access_token);
  assertNotEquals(renewed.body.refresh_token, old.refresh_token);
  const again = await refresh(sandbox, old.refresh_token);
  assertEquals(again.status, 400);
  assertEquals<unknown>(again.body, { error: "invalid_grant" });
  assertEquals((await refresh(sandbox, renewed.body.refresh_token)).status, 200);
});

Deno.test("POST /oauth/token: the refresh token of an app's own login works as well", async () => {
  using sandbox = createSandbox();
  const { body } = await postToken(sandbox, CLIENT_CREDENTIALS, APP);
  assertEquals((await refresh(sandbox, body.refresh_token)).status, 200);
});

Deno.test("POST /oauth/token: of two concurrent refreshes exactly one succeeds", async () => {
  using sandbox = createSandbox();
  const { refresh_token } = sandbox.issueTokens();
  const replies = await Promise.all([1, 2, 3].map(() => refresh(sandbox, refresh_token)));
  assertEquals(replies.map(({ status }) => status).sort(), [200, 400, 400]);
});

Deno.test("POST /oauth/token: reuse of a refresh token ends the whole login if a setting says so", async () => {
  using sandbox = createSandbox({ config: { refreshReuse: "revoke-family" } });
  const old = sandbox.issueTokens();
  const other = sandbox.issueTokens();
  const { body: renewed } = await refresh(sandbox, old.refresh_token);
  assertEquals((await refresh(sandbox, old.refresh_token)).body.error, "invalid_grant");
  assertEquals((await refresh(sandbox, renewed.refresh_token)).body.error, "invalid_grant");
  assertEquals(await useToken(sandbox, renewed.access_token), 401);
  assertEquals(await useToken(sandbox, other.access_token), 200);
});

Deno.test("POST /oauth/token: a refresh that is repeated within the grace period returns the same pair", async () => {
  using sandbox = createSandbox({ clock: START, config: { refreshGraceSeconds: 10, refreshReuse: "revoke-family" } });
  sandbox.clock.freeze(START);
  const { refresh_token } = sandbox.issueTokens();
  const first = await refresh(sandbox, refresh_token);
  sandbox.clock.advance(9999);
  assertEquals((await refresh(sandbox, refresh_token)).body, first.body);
  assertEquals(await useToken(sandbox, first.body.access_token), 200);
  sandbox.clock.advance(1);
  assertEquals((await refresh(sandbox, refresh_token)).body.error, "invalid_grant");
});

Deno.test("POST /oauth/token: refresh tokens don't expire unless a setting says so", async () => {
  using sandbox = createSandbox({ clock: START });
  sandbox.clock.freeze(START);
  const { refresh_token } = sandbox.issueTokens();
  sandbox.clock.advance(400 * 86_400_000);
  assertEquals((await refresh(sandbox, refresh_token)).status, 200);
  sandbox.config.refreshTtlSeconds = 86_400;
  const [last, late] = [sandbox.issueTokens(), sandbox.issueTokens()];
  sandbox.clock.advance(86_400_000 - 1);
  assertEquals((await refresh(sandbox, last.refresh_token)).status, 200);
  sandbox.clock.advance(1);
  assertEquals((await refresh(sandbox, late.refresh_token)).body.error, "invalid_grant");
});

Deno.test("POST /oauth/token: a refresh may repeat the redirect URI, and must if a setting says so", async () => {
  using sandbox = createSandbox();
  const { redirectUri: redirect_uri } = sandbox.clientConfig;
  const other = await refresh(sandbox, sandbox.issueTokens().refresh_token, { redirect_uri: "http://else.test/" });
  assertEquals(other.body.error, "invalid_grant");
  sandbox.config.refreshRequiresRedirectUri = true;
  const { refresh_token } = sandbox.issueTokens();
  assertEquals((await refresh(sandbox, refresh_token)).body.error, "invalid_request");
  assertEquals((await refresh(sandbox, refresh_token, { redirect_uri })).status, 200);
});

Deno.test("POST /oauth/token: an IP address has 30 client credentials exchanges an hour, from the first one", async () => {
  using sandbox = createSandbox({ clock: START });
  sandbox.clock.freeze(START);
  for (let i = 0; i < 30; i++) {
    assertEquals((await postToken(sandbox, CLIENT_CREDENTIALS, APP)).status, 200);
    sandbox.clock.advance(60_000);
  }
  const { status, body, headers } = await postToken(sandbox, CLIENT_CREDENTIALS, APP);
  assertEquals(status, 429);
  assertEquals(body, { error: "rate_limit_exceeded" } as never);
  assertEquals(headers.get("www-authenticate"), "Basic");
  assertEquals(headers.get("retry-after"), null);
  sandbox.clock.advance(30 * 60_000);
  assertEquals((await postToken(sandbox, CLIENT_CREDENTIALS, APP)).status, 200);
});

Deno.test("POST /oauth/token: an app has 50 exchanges in twelve hours, not counting refreshes and failures", async () => {
  using sandbox = createSandbox({ clock: START, config: { clientCredentialsPerAddress: 1000, retryAfter: true } });
  sandbox.clock.freeze(START);
  await postToken(sandbox, CLIENT_CREDENTIALS, basic("sandbox-client", "wrong"));
  await refresh(sandbox, sandbox.issueTokens().refresh_token);
  for (let i = 0; i < 50; i++) assertEquals((await postToken(sandbox, CLIENT_CREDENTIALS, APP)).status, 200);
  sandbox.config.clientCredentialsPerAddress = 50;
  const { status, headers } = await postToken(sandbox, CLIENT_CREDENTIALS, APP);
  assertEquals({ status, retryAfter: headers.get("retry-after") }, { status: 429, retryAfter: String(12 * 3600) });
});

Deno.test("POST /oauth/token: signing out ends the token in the body, and its refresh token", async () => {
  using sandbox = createSandbox();
  const tokens = sandbox.issueTokens();
  const other = sandbox.issueTokens();
  const signOut = () => {
    const body = JSON.stringify({ access_token: tokens.access_token });
    return sandbox.fetch(`${sandbox.clientConfig.authUrl}/sign-out`, { method: "POST", body });
  };
  assertEquals((await signOut()).status, 200);
  assertEquals(await useToken(sandbox, tokens.access_token), 401);
  assertEquals((await refresh(sandbox, tokens.refresh_token)).body.error, "invalid_grant");
  assertEquals(await useToken(sandbox, other.access_token), 200);
  const again = await signOut();
  await again.body?.cancel();
  assertEquals(again.status, 401);
});

Deno.test("POST /oauth/token: signing out also accepts the token in the header, and may keep the refresh token", async () => {
  using sandbox = createSandbox({ config: { signoutScope: "access" } });
  const { access_token, refresh_token } = sandbox.issueTokens();
  const headers = { authorization: `OAuth ${access_token}` };
  const reply = await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/sign-out`, { method: "POST", headers });
  assertEquals(reply.status, 200);
  assertEquals(await useToken(sandbox, access_token), 401);
  assertEquals((await refresh(sandbox, refresh_token)).status, 200);
});

Deno.test("POST /disconnect ends all tokens of that user and app, including other sign-ins, and no others", async () => {
  using sandbox = createSandbox();
  const pairs = [sandbox.issueTokens(7), sandbox.issueTokens(7)];
  const others = [sandbox.issueTokens(8), sandbox.issueTokens(null)];
  const { status, text } = await caller(sandbox, 7).post("/disconnect");
  assertEquals({ status, text }, { status: 200, text: "" });
  for (const { access_token, refresh_token } of pairs) {
    assertEquals(await useToken(sandbox, access_token), 401);
    const { status, body } = await refresh(sandbox, refresh_token);
    assertEquals({ status, error: body.error }, { status: 400, error: "invalid_grant" });
  }
  for (const { access_token } of others) assertEquals(await useToken(sandbox, access_token), 200);
  assertEquals((await refresh(sandbox, others[0]?.refresh_token ?? "")).status, 200);
  assertEquals((await caller(sandbox, 7).get("/me")).status, 200, "the user may sign in again");
});
