import { assert, assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { basic, codeFor, credentials, exchange, postToken, refresh, useToken, VERIFIER } from "../support/oauth.ts";

const CLIENT_CREDENTIALS = { grant_type: "client_credentials" };
const APP = basic("sandbox-client", "sandbox-secret");

Deno.test("POST /oauth/token: client credentials in Basic return a token of the documented shape", async () => {
  using sandbox = createSandbox();
  const { status, body, headers } = await postToken(sandbox, CLIENT_CREDENTIALS, APP);
  assertEquals(status, 200);
  assertEquals(Object.keys(body), ["access_token", "expires_in", "refresh_token", "scope", "token_type"]);
  assertEquals({ expires_in: body.expires_in, scope: body.scope, token_type: body.token_type }, {
    expires_in: 3599,
    scope: "",
    token_type: "bearer",
  });
  assert(body.access_token.length > 800);
  assertMatch(body.access_token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
  assertEquals(headers.get("cache-control"), "no-store");
  assertEquals(await useToken(sandbox, body.access_token), 200);
});

Deno.test("POST /oauth/token: client credentials in the body are 401 invalid_client", async () => {
  using sandbox = createSandbox();
  const inBody = { ...CLIENT_CREDENTIALS, ...credentials(sandbox) };
  for (const headers of [{}, APP]) {
    const { status, body } = await postToken(sandbox, inBody, headers);
    assertEquals({ status, error: body.error }, { status: 401, error: "invalid_client" });
  }
});

Deno.test("POST /oauth/token: Basic is rejected for grants whose credentials belong in the form", async () => {
  using sandbox = createSandbox();
  const code = await codeFor(sandbox);
  const { refresh_token } = sandbox.issueTokens();
  const form = { redirect_uri: sandbox.clientConfig.redirectUri, code, code_verifier: VERIFIER, refresh_token };
  for (const grant_type of ["authorization_code", "refresh_token"]) {
    for (const more of [{}, credentials(sandbox)]) {
      const { status, body } = await postToken(sandbox, { grant_type, ...form, ...more }, APP);
      assertEquals({ status, error: body.error }, { status: 401, error: "invalid_client" }, grant_type);
    }
  }
  assertEquals((await exchange(sandbox, code)).status, 200);
  assertEquals((await refresh(sandbox, refresh_token)).status, 200);
});

Deno.test("POST /oauth/token: with a setting, credentials may be in either place, but not in both", async () => {
  using sandbox = createSandbox({ config: { credentialPlaces: "any" } });
  const { client_id, client_secret } = credentials(sandbox);
  const header = basic(client_id, client_secret);
  const { refresh_token } = sandbox.issueTokens();
  const refresh = { grant_type: "refresh_token", refresh_token };
  const own = { grant_type: "client_credentials" };
  assertEquals((await postToken(sandbox, { ...own, client_id, client_secret }, header)).status, 401);
  assertEquals((await postToken(sandbox, { ...own, client_id, client_secret })).status, 200);
  assertEquals((await postToken(sandbox, refresh, basic(client_id, "wrong"))).status, 401);
  assertEquals((await postToken(sandbox, refresh, header)).status, 200);
});

Deno.test("POST /oauth/token: wrong or missing credentials are 401 invalid_client, whatever the grant", async () => {
  using sandbox = createSandbox();
  const headers = [{}, basic("sandbox-client", "wrong"), basic("nobody", "sandbox-secret"), {
    authorization: "Basic %%",
  }];
  for (const header of headers) {
    const reply = await postToken(sandbox, CLIENT_CREDENTIALS, header);
    assertEquals<unknown>(reply.body, { error: "invalid_client" });
    assertEquals(reply.status, 401);
    assertEquals(reply.headers.get("www-authenticate"), "Basic");
  }
  const wrong = { client_id: "sandbox-client", client_secret: "wrong" };
  assertEquals((await exchange(sandbox, await codeFor(sandbox), wrong)).body.error, "invalid_client");
  assertEquals((await refresh(sandbox, sandbox.issueTokens().refresh_token, wrong)).body.error, "invalid_client");
});

Deno.test("POST /oauth/token: credentials may be percent-encoded in Basic, as in RFC 6749", async () => {
  using sandbox = createSandbox();
  assertEquals(
    (await postToken(sandbox, CLIENT_CREDENTIALS, basic("sandbox%2Dclient", "sandbox%2Dsecret"))).status,
    200,
  );
});
