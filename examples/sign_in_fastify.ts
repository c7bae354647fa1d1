/**
 * Sign-in with Fastify: PKCE, a state that is bound to the browser, and the tokens of each session on the server.
 *
 * `deno task sandbox:exec -- deno task run examples/sign_in_fastify.ts`, then open the URL that it prints.
 *
 * @module
 */
import process from "node:process";
import fastifyCookie from "@fastify/cookie";
import { MemoryTokenStore, ServiceClient, ServiceError } from "@tonearm/client";
import { fastify } from "fastify";

const { TONEARM_CLIENT_ID: clientId = "", TONEARM_CLIENT_SECRET: clientSecret = "" } = process.env;
const { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl } = process.env;
const redirectUri = process.env.REDIRECT_URI ?? "http://127.0.0.1:8765/callback";
const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure: redirectUri.startsWith("https:") } as const;

/** The tokens of each session. Several processes share them in a `RedisTokenStore` or a `PostgresTokenStore`. */
const sessions = new Map<string, MemoryTokenStore>();
const clientOf = (tokenStore?: MemoryTokenStore) =>
  new ServiceClient({ clientId, clientSecret, baseUrl, authUrl, redirectUri, tokenStore });
const { auth } = clientOf();

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

const app = fastify();
await app.register(fastifyCookie);

// Fastify doesn't parse the body of a form without fields.
app.addContentTypeParser("application/x-www-form-urlencoded", (_request, _body, done) => done(null));

app.get("/", async (request, reply) => {
  const tokenStore = sessions.get(request.cookies.session ?? "");
  reply.type("text/html; charset=utf-8");
  if (!tokenStore) return '<p><a href="/login">Sign in</a>';
  const { me } = clientOf(tokenStore);
  const [{ username }, { collection }] = await Promise.all([me.getMe(), me.getTracks(5)]);
  return `
    <h1>${escape(username)}</h1>
    <ul>${collection.map(({ title }) => `<li>${escape(title)}</li>`).join("")}</ul>
    <form method="post" action="/logout"><button>Sign out</button></form>`;
});

app.get("/login", async (_request, reply) => {
  const [state, codeVerifier] = [crypto.randomUUID(), auth.generateCodeVerifier()];
  const codeChallenge = await auth.generateCodeChallenge(codeVerifier);
  reply.setCookie("sign_in", `${state}/${codeVerifier}`, { ...cookie, maxAge: 600 });
  return reply.redirect(auth.getAuthorizationUrl({ state, codeChallenge }), 303);
});

app.get("/callback", async (request, reply) => {
  // The cookie is deleted in any case, so that a sign-in is used only once.
  const [state, codeVerifier] = (request.cookies.sign_in ?? "").split("/");
  reply.clearCookie("sign_in", cookie);
  if (!state) return reply.redirect("/", 303);
  const { access_token: accessToken, refresh_token: refreshToken } = await auth.handleCallback(request.url, {
    state,
    codeVerifier,
  });
  // A new id for each sign-in prevents session fixation.
  const id = crypto.randomUUID();
  sessions.delete(request.cookies.session ?? "");
  sessions.set(id, new MemoryTokenStore({ generation: 1, accessToken, refreshToken }));
  return reply.setCookie("session", id, cookie).redirect("/", 303);
});

app.post("/logout", async (request, reply) => {
  const id = request.cookies.session ?? "";
  const accessToken = sessions.get(id)?.read()?.accessToken;
  sessions.delete(id);
  // SoundCloud refuses an expired token; the session ends here in any case.
  if (accessToken) await auth.signOut(accessToken).catch(() => {});
  return reply.clearCookie("session", cookie).redirect("/", 303);
});

app.setErrorHandler((error, request, reply) => {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "callback" || error.code === "state_mismatch") return reply.code(400).send(error.message);
  if (!error.isPermanentAuthError) return reply.code(502).send("SoundCloud doesn't answer");
  // The user has revoked the access, so the session ends.
  sessions.delete(request.cookies.session ?? "");
  return reply.clearCookie("session", cookie).redirect("/", 303);
});

console.log(await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 8765) }));
