/**
 * Sign-in with Express: PKCE, a state that is bound to the browser, and the tokens of each session on the server.
 *
 * `deno task sandbox:exec -- deno task run examples/sign_in_express.ts`, then open the URL that it prints.
 *
 * @module
 */
import process from "node:process";
import { MemoryTokenStore, ServiceClient, ServiceError } from "@tonearm/client";
// @ts-types="@types/express"
import express, { type ErrorRequestHandler, type Request } from "express";

const { TONEARM_CLIENT_ID: clientId = "", TONEARM_CLIENT_SECRET: clientSecret = "" } = process.env;
const { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl } = process.env;
const redirectUri = process.env.REDIRECT_URI ?? "http://127.0.0.1:8765/callback";
const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure: redirectUri.startsWith("https:") } as const;

/** The tokens of each session. Several processes share them in a `RedisTokenStore` or a `PostgresTokenStore`. */
const sessions = new Map<string, MemoryTokenStore>();
const clientOf = (tokenStore?: MemoryTokenStore) =>
  new ServiceClient({ clientId, clientSecret, baseUrl, authUrl, redirectUri, tokenStore });
const { auth } = clientOf();

function cookieOf({ headers }: Request, name: string): string {
  const found = headers.cookie?.split("; ").find((pair) => pair.startsWith(`${name}=`)) ?? "";
  return decodeURIComponent(found.slice(name.length + 1));
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

const app = express();

app.get("/", async (request, response) => {
  const tokenStore = sessions.get(cookieOf(request, "session"));
  if (!tokenStore) return void response.send('<p><a href="/login">Sign in</a>');
  const { me } = clientOf(tokenStore);
  const [{ username }, { collection }] = await Promise.all([me.getMe(), me.getTracks(5)]);
  response.send(`
    <h1>${escape(username)}</h1>
    <ul>${collection.map(({ title }) => `<li>${escape(title)}</li>`).join("")}</ul>
    <form method="post" action="/logout"><button>Sign out</button></form>`);
});

app.get("/login", async (_request, response) => {
  const [state, codeVerifier] = [crypto.randomUUID(), auth.generateCodeVerifier()];
  const codeChallenge = await auth.generateCodeChallenge(codeVerifier);
  response.cookie("sign_in", `${state}/${codeVerifier}`, { ...cookie, maxAge: 600_000 });
  response.redirect(303, auth.getAuthorizationUrl({ state, codeChallenge }));
});

app.get("/callback", async (request, response) => {
  // The cookie is deleted in any case, so that a sign-in is used only once.
  const [state, codeVerifier] = cookieOf(request, "sign_in").split("/");
  response.clearCookie("sign_in", cookie);
  if (!state) return response.redirect(303, "/");
  const { access_token: accessToken, refresh_token: refreshToken } = await auth.handleCallback(request.url, {
    state,
    codeVerifier,
  });
  // A new id for each sign-in prevents session fixation.
  const id = crypto.randomUUID();
  sessions.delete(cookieOf(request, "session"));
  sessions.set(id, new MemoryTokenStore({ generation: 1, accessToken, refreshToken }));
  response.cookie("session", id, cookie).redirect(303, "/");
});

app.post("/logout", async (request, response) => {
  const id = cookieOf(request, "session");
  const accessToken = sessions.get(id)?.read()?.accessToken;
  sessions.delete(id);
  // SoundCloud refuses an expired token; the session ends here in any case.
  if (accessToken) await auth.signOut(accessToken).catch(() => {});
  response.clearCookie("session", cookie).redirect(303, "/");
});

const onError: ErrorRequestHandler = (error, request, response, next) => {
  if (!(error instanceof ServiceError)) return next(error);
  if (error.code === "callback" || error.code === "state_mismatch") {
    return response.status(400).send(escape(error.message));
  }
  if (!error.isPermanentAuthError) return response.status(502).send("SoundCloud doesn't answer");
  // The user has revoked the access, so the session ends.
  sessions.delete(cookieOf(request, "session"));
  response.clearCookie("session", cookie).redirect(303, "/");
};
app.use(onError);

const server = app.listen(Number(process.env.PORT ?? 8765), "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`);
});
