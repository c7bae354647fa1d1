import { assert, assertEquals, assertMatch, assertObjectMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { basic, codeFor, credentials, exchange, postToken, refresh, useToken, VERIFIER } from "../../support/oauth.ts";

const CLIENT_CREDENTIALS = { grant_type: "client_credentials" };
const APP = basic("sandbox-client", "sandbox-secret");

Deno.test("POST /oauth/token: client credentials in Basic return a token of the documented shape", async () => {
  using sandbox = createSandbox();
  const { status, body, headers } = await postToken(sandbox, CLIENT_CREDENTIALS, APP);
  assertEquals(status, 200);
  assertEquals(Object.keys(body), ["access_token", "expires_in", "refresh_token", "scope", "token_type"]);
  assertObjectMatch(body, { expires_in: 3599, scope: "", token_type: "bearer" });
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

/** Where an app may have its credentials, by setting: whether a refresh succeeds with them in the header or the form. */
const PLACES = {
  documented: { header: 401, form: 200 },
  basic: { header: 200, form: 401 },
  body: { header: 401, form: 200 },
  any: { header: 200, form: 200 },
} as const;

for (const [setting, allowed] of Object.entries(PLACES)) {
  const name = setting as keyof typeof PLACES;
  for (const place of ["header", "form"] as const) {
    Deno.test(`POST /oauth/token: credentials in the ${place} with the app's setting ${name}`, async () => {
      using sandbox = createSandbox({ apps: [{ clientId: "mine", clientSecret: "hush", credentials: name }] });
      const { refresh_token } = sandbox.issueTokens();
      const form = { grant_type: "refresh_token", refresh_token };
      const { status } = place === "header"
        ? await postToken(sandbox, form, basic("mine", "hush"))
        : await postToken(sandbox, { ...form, client_id: "mine", client_secret: "hush" });
      assertEquals(status, allowed[place]);
    });
  }
}

Deno.test("POST /oauth/token: an app without a secret may be named in either place, but gets no token of its own", async () => {
  for (const setting of ["documented", "basic", "body", "any"] as const) {
    using sandbox = createSandbox({ apps: [{ clientId: "public", credentials: setting }] });
    const refresh = () => ({ grant_type: "refresh_token", refresh_token: sandbox.issueTokens().refresh_token });
    assertEquals((await postToken(sandbox, { ...refresh(), client_id: "public" })).status, 200, setting);
    assertEquals((await postToken(sandbox, refresh(), basic("public", ""))).status, 200, setting);
    assertEquals((await postToken(sandbox, CLIENT_CREDENTIALS, basic("public", ""))).status, 401, setting);
  }
});

Deno.test("POST /oauth/token: wrong or missing credentials are 401 invalid_client, whatever the grant", async () => {
  using sandbox = createSandbox();
  const secrets = ["wrong", ""].map((secret) => basic("sandbox-client", secret));
  const headers = [{}, { authorization: "Basic %%" }, ...secrets, basic("nobody", "sandbox-secret")];
  for (const header of headers) {
    const reply = await postToken(sandbox, CLIENT_CREDENTIALS, header);
    assertEquals<unknown>(reply.body, { error: "invalid_client" });
    assertEquals(reply.status, 401);
    assertEquals(reply.headers.get("www-authenticate"), "Basic");
  }
  const other = await postToken(sandbox, { grant_type: "other" }, basic("sandbox-client", "sandbox-secret"));
  assertEquals(other.headers.get("www-authenticate"), null);
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
