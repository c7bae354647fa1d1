/** Tests the OAuth host with a third-party client. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import * as oauth from "oauth4webapi";

const STATE = "some-state";

function setUp(sandbox: Sandbox) {
  const { authUrl, clientId, clientSecret, redirectUri, fetch } = sandbox.clientConfig;
  const server: oauth.AuthorizationServer = {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/authorize`,
    token_endpoint: `${authUrl}/oauth/token`,
  };
  const client: oauth.Client = { client_id: clientId };
  const post = oauth.ClientSecretPost(clientSecret);
  const basic = oauth.ClientSecretBasic(clientSecret);
  const options = { [oauth.customFetch]: fetch };
  return { server, client, redirectUri, post, basic, options, fetch };
}

/** Signs in on the page, and returns the validated parameters of the callback. */
async function logIn(sandbox: Sandbox, form: Record<string, string> = { decision: "allow", user: "1" }) {
  const { server, client, redirectUri, fetch } = setUp(sandbox);
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    state: STATE,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  const reply = await fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  const callback = new URL(reply.headers.get("location") ?? "");
  return { verifier, callback: () => oauth.validateAuthResponse(server, client, callback, STATE) };
}

Deno.test("oauth4webapi gets an app token with Basic, and invalid_client with the credentials in the body", async () => {
  using sandbox = createSandbox();
  const { server, client, basic, post, options } = setUp(sandbox);
  const request = (auth: oauth.ClientAuth) => oauth.clientCredentialsGrantRequest(server, client, auth, {}, options);
  const tokens = await oauth.processClientCredentialsResponse(server, client, await request(basic));
  assert(tokens.access_token.length > 800);
  const refused = await request(post);
  await assertRejects(
    () => oauth.processClientCredentialsResponse(server, client, refused),
    oauth.WWWAuthenticateChallengeError,
  );
  assertEquals(refused.status, 401);
  assertEquals(await refused.json(), { error: "invalid_client" });
});

Deno.test("oauth4webapi reads access_denied, invalid_grant for a wrong verifier, a used code and a used refresh token", async () => {
  using sandbox = createSandbox();
  const { server, client, redirectUri, post, options } = setUp(sandbox);
  const denied = await logIn(sandbox, { decision: "deny" });
  assertEquals(
    (await assertRejects(async () => await denied.callback(), oauth.AuthorizationResponseError)).error,
    "access_denied",
  );

  const [first, second] = [await logIn(sandbox), await logIn(sandbox)];
  const exchange = async ({ callback }: typeof first, withVerifier: string) => {
    const request = oauth.authorizationCodeGrantRequest;
    const reply = await request(server, client, post, callback(), redirectUri, withVerifier, options);
    return await oauth.processAuthorizationCodeResponse(server, client, reply);
  };
  const refresh = async (token: string) => {
    const reply = await oauth.refreshTokenGrantRequest(server, client, post, token, options);
    return await oauth.processRefreshTokenResponse(server, client, reply);
  };
  const isInvalidGrant = async (attempt: () => Promise<unknown>) => {
    const { error, status } = await assertRejects(attempt, oauth.ResponseBodyError);
    assertEquals({ error, status }, { error: "invalid_grant", status: 400 });
  };
  await isInvalidGrant(() => exchange(first, oauth.generateRandomCodeVerifier()));
  await isInvalidGrant(() => exchange(first, first.verifier));
  const { refresh_token = "" } = await exchange(second, second.verifier);
  await isInvalidGrant(() => exchange(second, second.verifier));
  await refresh(refresh_token);
  await isInvalidGrant(() => refresh(refresh_token));
});
