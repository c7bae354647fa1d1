/**
 * Sign-in with Hono: PKCE, a state that is bound to the browser, and the tokens of each session on the server.
 *
 * `deno task sandbox:exec -- deno task run examples/sign_in_hono.ts`, then open the URL that it prints.
 *
 * @module
 */
import process from "node:process";
import { serve } from "@hono/node-server";
import { MemoryTokenStore, ServiceClient, ServiceError } from "@tonearm/client";
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";

const { TONEARM_CLIENT_ID: clientId = "", TONEARM_CLIENT_SECRET: clientSecret = "" } = process.env;
const { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl } = process.env;
const redirectUri = process.env.REDIRECT_URI ?? "http://127.0.0.1:8765/callback";
const cookie = { httpOnly: true, sameSite: "Lax", path: "/", secure: redirectUri.startsWith("https:") } as const;

/** The tokens of each session. Several processes share them in a `RedisTokenStore` or a `PostgresTokenStore`. */
const sessions = new Map<string, MemoryTokenStore>();
const clientOf = (tokenStore?: MemoryTokenStore) =>
  new ServiceClient({ clientId, clientSecret, baseUrl, authUrl, redirectUri, tokenStore });
const { auth } = clientOf();

const app = new Hono();

app.get("/", async (c) => {
  const tokenStore = sessions.get(getCookie(c, "session") ?? "");
  if (!tokenStore) return c.html('<p><a href="/login">Sign in</a>');
  const { me } = clientOf(tokenStore);
  const [{ username }, { collection }] = await Promise.all([me.getMe(), me.getTracks(5)]);
  return c.html(html`
    <h1>${username}</h1>
    <ul>${collection.map(({ title }) => html`<li>${title}</li>`)}</ul>
    <form method="post" action="/logout"><button>Sign out</button></form>
  `);
});

app.get("/login", async (c) => {
  const [state, codeVerifier] = [crypto.randomUUID(), auth.generateCodeVerifier()];
  const codeChallenge = await auth.generateCodeChallenge(codeVerifier);
  setCookie(c, "sign_in", `${state}/${codeVerifier}`, { ...cookie, maxAge: 600 });
  return c.redirect(auth.getAuthorizationUrl({ state, codeChallenge }), 303);
});

app.get("/callback", async (c) => {
  // The cookie is deleted in any case, so that a sign-in is used only once.
  const [state, codeVerifier] = (deleteCookie(c, "sign_in", cookie) ?? "").split("/");
  if (!state) return c.redirect("/", 303);
  const { access_token: accessToken, refresh_token: refreshToken } = await auth.handleCallback(c.req.url, {
    state,
    codeVerifier,
  });
  // A new id for each sign-in prevents session fixation.
  const id = crypto.randomUUID();
  sessions.delete(getCookie(c, "session") ?? "");
  sessions.set(id, new MemoryTokenStore({ generation: 1, accessToken, refreshToken }));
  setCookie(c, "session", id, cookie);
  return c.redirect("/", 303);
});

app.post("/logout", async (c) => {
  const id = deleteCookie(c, "session", cookie) ?? "";
  const accessToken = sessions.get(id)?.read()?.accessToken;
  sessions.delete(id);
  // SoundCloud refuses an expired token; the session ends here in any case.
  if (accessToken) await auth.signOut(accessToken).catch(() => {});
  return c.redirect("/", 303);
});

app.onError((error, c) => {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "callback" || error.code === "state_mismatch") return c.text(error.message, 400);
  if (!error.isPermanentAuthError) return c.text("SoundCloud doesn't answer", 502);
  // The user has revoked the access, so the session ends.
  sessions.delete(deleteCookie(c, "session", cookie) ?? "");
  return c.redirect("/", 303);
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 8765) }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}`);
});
