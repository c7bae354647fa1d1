/** Tests the sign-in libraries of other apps, with their shortest configuration. */
import { assertEquals } from "@std/assert";
import { Auth } from "@auth/core";
import * as arctic from "arctic";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { genericOAuth } from "better-auth/plugins";
import * as openid from "openid-client";
import OAuth2Strategy from "passport-oauth2";
import { AuthorizationCode } from "simple-oauth2";
import type { AppData } from "@tonearm/sandbox";
import { type Served, serveSandbox } from "../../support/sandbox/requests.ts";
import { CHALLENGE, VERIFIER } from "../../support/oauth.ts";

const SITE = "http://localhost:3000";
const CALLBACK_URL = `${SITE}/callback`;

/** Serves a sandbox with one app, whose credentials are where a library sends them. */
function serveFor(credentials: NonNullable<AppData["credentials"]>, redirectUri = CALLBACK_URL): Promise<Served> {
  const app = { clientId: "my-app", clientSecret: "my secret/+", redirectUris: [redirectUri], credentials };
  return serveSandbox({ apps: [app] });
}

const ID = "my-app";
const SECRET = "my secret/+";

/** Opens the page and consents as the first user. Returns the redirect's target. */
async function consent(served: Served, address: string | URL): Promise<URL> {
  const url = new URL(address);
  url.searchParams.set("sandbox_user", "1");
  const reply = await served.fetch(url, { redirect: "manual" });
  await reply.body?.cancel();
  return new URL(reply.headers.get("location") ?? `about:blank#${reply.status}`);
}

/** Returns the permalink of an access token's user. */
async function userOf(served: Served, token: unknown): Promise<string> {
  const reply = await served.request("/me", { headers: { authorization: `OAuth ${token}` } });
  return (await reply.json()).permalink;
}

Deno.test("POST /oauth/token: arctic signs in and refreshes, with the app's credentials in the header", async () => {
  await using served = await serveFor("basic");
  const client = new arctic.OAuth2Client(ID, SECRET, CALLBACK_URL);
  const { S256 } = arctic.CodeChallengeMethod;
  const url = client.createAuthorizationURLWithPKCE(`${served.url}/authorize`, "state", S256, VERIFIER, []);
  const code = (await consent(served, url)).searchParams.get("code") ?? "";
  const tokens = await client.validateAuthorizationCode(`${served.url}/oauth/token`, code, VERIFIER);
  assertEquals(await userOf(served, tokens.accessToken()), "night-ferry");
  const next = await client.refreshAccessToken(`${served.url}/oauth/token`, tokens.refreshToken(), []);
  assertEquals(await userOf(served, next.accessToken()), "night-ferry");
});

Deno.test("openid-client signs in and refreshes, with the app's credentials in the form", async () => {
  await using served = await serveFor("body");
  const endpoints = { authorization_endpoint: `${served.url}/authorize`, token_endpoint: `${served.url}/oauth/token` };
  const config = new openid.Configuration({ issuer: served.url, ...endpoints }, ID, SECRET);
  openid.allowInsecureRequests(config);
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK_URL,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "state",
  });
  const checks = { pkceCodeVerifier: VERIFIER, expectedState: "state" };
  const tokens = await openid.authorizationCodeGrant(config, await consent(served, url), checks);
  assertEquals(await userOf(served, tokens.access_token), "night-ferry");
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  assertEquals(await userOf(served, next.access_token), "night-ferry");
});

Deno.test("simple-oauth2 signs in and refreshes, with the app's credentials in the header", async () => {
  await using served = await serveFor("basic");
  const auth = { tokenHost: served.url, tokenPath: "/oauth/token", authorizePath: "/authorize" };
  const client = new AuthorizationCode({ client: { id: ID, secret: SECRET }, auth });
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: "S256" };
  const url = client.authorizeURL({ redirect_uri: CALLBACK_URL, state: "state", ...pkce } as { redirect_uri: string });
  const code = (await consent(served, url)).searchParams.get("code") ?? "";
  const exchange = { code, redirect_uri: CALLBACK_URL, code_verifier: VERIFIER };
  const token = await client.getToken(exchange);
  assertEquals(await userOf(served, token.token.access_token), "night-ferry");
  assertEquals(await userOf(served, (await token.refresh()).token.access_token), "night-ferry");
});

Deno.test("passport-oauth2 signs in, with the app's credentials in the form", async () => {
  await using served = await serveFor("body");
  const options = {
    authorizationURL: `${served.url}/authorize`,
    tokenURL: `${served.url}/oauth/token`,
    clientID: ID,
    clientSecret: SECRET,
    callbackURL: CALLBACK_URL,
    state: true,
    pkce: true,
  };
  const session = {};
  const authenticate = (query: Record<string, string>) =>
    new Promise<{ redirect?: string; token?: string }>((resolve, reject) => {
      const done = (accessToken: string, _refresh: string, _profile: unknown, verified: (e: null, u: object) => void) =>
        verified(null, { accessToken });
      const strategy = new OAuth2Strategy(options as OAuth2Strategy.StrategyOptions, done as never);
      Object.assign(strategy, {
        redirect: (redirect: string) => resolve({ redirect }),
        success: ({ accessToken }: { accessToken: string }) => resolve({ token: accessToken }),
        fail: (info: unknown) => reject(new Error(JSON.stringify(info))),
        error: reject,
      });
      strategy.authenticate({ query, session, headers: {}, connection: {} } as never, {});
    });
  const { redirect = "" } = await authenticate({});
  const back = await consent(served, redirect);
  const { token } = await authenticate(Object.fromEntries(back.searchParams));
  assertEquals(await userOf(served, token), "night-ferry");
});

/** The cookies that a browser would have after these replies. */
class Cookies {
  readonly #kept = new Map<string, string>();

  take(reply: Response): Response {
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      this.#kept.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return reply;
  }

  get header(): Record<string, string> {
    return { cookie: [...this.#kept].map(([name, value]) => `${name}=${value}`).join("; ") };
  }
}

Deno.test("Auth.js signs in, with the app's credentials in the header", async () => {
  const redirectUri = `${SITE}/auth/callback/soundcloud`;
  await using served = await serveFor("basic", redirectUri);
  const cookies = new Cookies();
  const config = {
    secret: "a secret of at least thirty-two letters",
    trustHost: true,
    basePath: "/auth",
    providers: [{
      id: "soundcloud",
      name: "SoundCloud",
      type: "oauth" as const,
      clientId: ID,
      clientSecret: SECRET,
      issuer: served.url,
      authorization: `${served.url}/authorize`,
      token: `${served.url}/oauth/token`,
      userinfo: `${served.url}/me`,
      profile: (me: { urn: string; username: string }) => ({ id: me.urn, name: me.username }),
    }],
  };
  const visit = async (path: string, init: RequestInit = {}) => {
    const headers = { ...cookies.header, ...init.headers };
    return cookies.take(await Auth(new Request(new URL(path, SITE), { ...init, headers }), config));
  };
  const { csrfToken } = await (await visit("/auth/csrf")).json();
  const body = new URLSearchParams({ csrfToken });
  const start = await visit("/auth/signin/soundcloud", { method: "POST", body });
  const back = await consent(served, start.headers.get("location") ?? "");
  await visit(back.pathname + back.search);
  assertEquals((await (await visit("/auth/session")).json()).user.name, "Night Ferry");
});

Deno.test("better-auth signs in, with the app's credentials in the form", async () => {
  const redirectUri = `${SITE}/api/auth/callback/soundcloud`;
  await using served = await serveFor("body", redirectUri);
  const cookies = new Cookies();
  const provider = {
    providerId: "soundcloud",
    clientId: ID,
    clientSecret: SECRET,
    authorizationUrl: `${served.url}/authorize`,
    tokenUrl: `${served.url}/oauth/token`,
    userInfoUrl: `${served.url}/me`,
    pkce: true,
    mapProfileToUser: (me: Record<string, unknown>) => ({
      name: String(me.username),
      email: `${me.permalink}@example.com`,
    }),
  };
  const auth = betterAuth({
    baseURL: SITE,
    secret: "a secret of at least thirty-two letters",
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    plugins: [genericOAuth({ config: [provider] })],
    telemetry: { enabled: false },
  });
  const visit = async (path: string, init: RequestInit = {}) => {
    const headers = { ...cookies.header, origin: SITE, ...init.headers };
    return cookies.take(await auth.handler(new Request(new URL(path, SITE), { ...init, headers })));
  };
  const start = await visit("/api/auth/sign-in/social", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider: "soundcloud", callbackURL: "/" }),
  });
  const back = await consent(served, (await start.json()).url);
  await visit(back.pathname + back.search);
  assertEquals((await (await visit("/api/auth/get-session")).json()).user.name, "Night Ferry");
});
