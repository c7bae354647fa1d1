import { assertEquals, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import * as auth from "../../src/operations/auth.ts";
import { ServiceClient } from "../../src/session/client.ts";
import { serve } from "../support/wire_server.ts";

const pair = { access_token: "a", expires_in: 3599, refresh_token: "r", scope: "", token_type: "bearer" };
const FORM = "application/x-www-form-urlencoded;charset=UTF-8";
const APP = "client_id=id&client_secret=s%26c";

Deno.test("client.auth: each standalone grant sends its credentials where the service expects them, and no token", async () => {
  await using server = await serve({ body: pair });
  const options = { authUrl: server.url };
  const callback = "https://app.example/cb?state=s&code=c2";
  const uri = "https://app.example/cb";
  const replies = [
    await auth.getClientToken("id", "s&c", options),
    await auth.getUserToken("id", "s&c", uri, "c1", "verifier", options),
    await auth.getUserToken("id", "s&c", uri, "c1", undefined, options),
    await auth.handleCallback("id", "s&c", uri, callback, { state: "s", codeVerifier: "v" }, options),
    await auth.refreshUserToken("id", "s&c", uri, "r0", options),
    await auth.refreshToken("id", "s&c", undefined, "r0", options),
  ];
  assertEquals(replies, Array(6).fill(pair));
  const encoded = "redirect_uri=https%3A%2F%2Fapp.example%2Fcb";
  const code = `grant_type=authorization_code&${APP}&${encoded}&code=`;
  assertEquals(server.requests.map(({ body }) => body), [
    "grant_type=client_credentials",
    `${code}c1&code_verifier=verifier`,
    `${code}c1`,
    `${code}c2&code_verifier=v`,
    `grant_type=refresh_token&${APP}&refresh_token=r0&${encoded}`,
    `grant_type=refresh_token&${APP}&refresh_token=r0`,
  ]);
  const sent = server.requests.map(({ method, url, headers }) => [method, url, headers["content-type"]].join(" "));
  assertEquals(sent, Array(6).fill(`POST /oauth/token ${FORM}`));
  const authorizations = server.requests.map(({ headers }) => headers["authorization"]);
  assertEquals(authorizations, [`Basic ${btoa("id:s&c")}`, ...Array(5).fill(undefined)]);
});

Deno.test("client.auth: signing out sends the token as JSON, and accepts any success", async () => {
  await using server = await serve({ status: 200, body: "bye", headers: { "content-type": "text/plain" } }, {}, {
    status: 401,
  });
  const options = { authUrl: server.url };
  for (const _ of [1, 2]) assertEquals(await auth.signOut("a", options), undefined);
  assertEquals((await assertRejects(() => auth.signOut("a", options), ServiceError)).status, 401);
  const [{ method, url, body, headers } = { headers: {} as Record<string, string> }] = server.requests;
  assertEquals({ method, url, body, authorization: headers["authorization"] }, {
    method: "POST",
    url: "/sign-out",
    body: '{"access_token":"a"}',
    authorization: undefined,
  });
});

Deno.test("client.auth rejects missing arguments before any request", async () => {
  await using server = await serve({ body: pair });
  const options = { authUrl: server.url };
  const calls = {
    redirectUri: () => auth.getUserToken("id", "s", undefined, "c", undefined, options),
    code: () => auth.getUserToken("id", "s", "https://app.example/cb", "", undefined, options),
    refreshToken: () => auth.refreshUserToken("id", "s", undefined, "", options),
    accessToken: () => auth.signOut("", options),
    state: () => auth.handleCallback("id", "s", "https://app.example/cb", "?code=c", { state: "" }, options),
  };
  for (const [name, call] of Object.entries(calls)) await assertRejects(call, TypeError, `${name} is missing`);
  assertEquals(server.requests.length, 0);
});

Deno.test("client.auth rejects when a grant is refused, and never sends a code or a refresh token twice", async () => {
  await using server = await serve({ status: 400, body: { error: "invalid_grant" } }, { status: 503 });
  const options = { authUrl: server.url };
  const refused = () => auth.refreshUserToken("id", "s", undefined, "r", options);
  assertEquals((await assertRejects(refused, ServiceError)).isInvalidGrant, true);
  assertEquals((await assertRejects(refused, ServiceError)).isPermanentAuthError, false);
  assertEquals(server.requests.length, 2);
});

Deno.test("client.auth: an aborted signal sends no refresh token", async () => {
  await using server = await serve({ status: 200, body: {} });
  const client = new ServiceClient({ clientId: "id", clientSecret: "s", authUrl: server.url, baseUrl: server.url });
  const options = { signal: AbortSignal.abort(new Error("stop")) };
  await assertRejects(() => client.auth.refreshUserToken("r", options), Error, "stop");
  assertEquals(server.requests.length, 0);
});

for (const secret of ["", undefined as unknown as string]) {
  Deno.test(`getClientToken() sends nothing without a secret: ${JSON.stringify(secret)}`, async () => {
    const options = { fetch: () => Promise.reject(new Error("sent")) };
    await assertRejects(() => auth.getClientToken("id", secret, options), TypeError, "clientSecret");
  });
}
