/**
 * Sign-in with `Deno.serve` and Deno KV, as on Deno Deploy: every isolate finds the sessions, and the tokens of each.
 *
 * `deno task sandbox:exec -- deno task run examples/sign_in_deno.ts`, then open the URL that it prints.
 *
 * @module
 */
import process from "node:process";
import { ServiceClient, ServiceError } from "@tonearm/client";
import { DenoKvTokenStore } from "@tonearm/client/deno-kv";

const { TONEARM_CLIENT_ID: clientId = "", TONEARM_CLIENT_SECRET: clientSecret = "" } = process.env;
const { TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl } = process.env;
const redirectUri = process.env.REDIRECT_URI ?? "http://127.0.0.1:8765/callback";
const kv = await Deno.openKv(process.env.KV_PATH);

const clientOf = (tokenStore?: DenoKvTokenStore) =>
  new ServiceClient({ clientId, clientSecret, baseUrl, authUrl, redirectUri, tokenStore });
const { auth } = clientOf();

function cookieOf({ headers }: Request, name: string): string {
  const found = headers.get("cookie")?.split("; ").find((pair) => pair.startsWith(`${name}=`)) ?? "";
  return found.slice(name.length + 1);
}

/** Builds a header that sets or deletes a cookie, which the browser hides from scripts and other sites' forms. */
function cookie(name: string, value: string, maxAgeSeconds = 0): [string, string] {
  const secure = redirectUri.startsWith("https:") ? "; Secure" : "";
  return ["set-cookie", `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`];
}

function redirect(location: string, ...headers: [string, string][]): Response {
  return new Response(null, { status: 303, headers: [["location", location], ...headers] });
}

function page(body: string): Response {
  return new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Returns the session of a request. An unknown id has no tokens. */
async function sessionOf(request: Request) {
  const key = ["session", cookieOf(request, "session")];
  const tokenStore = new DenoKvTokenStore(kv, key);
  return { key, tokenStore, accessToken: (await tokenStore.read())?.accessToken };
}

async function home(request: Request): Promise<Response> {
  const { tokenStore, accessToken } = await sessionOf(request);
  if (!accessToken) return page('<p><a href="/login">Sign in</a>');
  const { me } = clientOf(tokenStore);
  const [{ username }, { collection }] = await Promise.all([me.getMe(), me.getTracks(5)]);
  return page(`
    <h1>${escape(username)}</h1>
    <ul>${collection.map(({ title }) => `<li>${escape(title)}</li>`).join("")}</ul>
    <form method="post" action="/logout"><button>Sign out</button></form>`);
}

async function login(): Promise<Response> {
  const [state, codeVerifier] = [crypto.randomUUID(), auth.generateCodeVerifier()];
  const codeChallenge = await auth.generateCodeChallenge(codeVerifier);
  return redirect(
    auth.getAuthorizationUrl({ state, codeChallenge }),
    cookie("sign_in", `${state}/${codeVerifier}`, 600),
  );
}

async function callback(request: Request): Promise<Response> {
  const [state, codeVerifier] = cookieOf(request, "sign_in").split("/");
  if (!state) return redirect("/");
  const { access_token: accessToken, refresh_token: refreshToken } = await auth.handleCallback(request.url, {
    state,
    codeVerifier,
  });
  await kv.delete((await sessionOf(request)).key);
  // A new id for each sign-in prevents session fixation.
  const id = crypto.randomUUID();
  const tokenStore = new DenoKvTokenStore(kv, ["session", id]);
  await tokenStore.compareAndSwap(undefined, { generation: 1, accessToken, refreshToken });
  return redirect("/", cookie("sign_in", ""), cookie("session", id, 30 * 86_400));
}

async function logout(request: Request): Promise<Response> {
  const { key, accessToken } = await sessionOf(request);
  await kv.delete(key);
  // SoundCloud refuses an expired token; the session ends here in any case.
  if (accessToken) await auth.signOut(accessToken).catch(() => {});
  return redirect("/", cookie("session", ""));
}

async function explain(error: unknown, request: Request): Promise<Response> {
  if (!(error instanceof ServiceError)) throw error;
  const headers = [cookie("sign_in", "")];
  if (error.code === "callback" || error.code === "state_mismatch") {
    return new Response(error.message, { status: 400, headers });
  }
  if (!error.isPermanentAuthError) return new Response("SoundCloud doesn't answer", { status: 502, headers });
  // The user has revoked the access, so the session ends.
  await kv.delete((await sessionOf(request)).key);
  return redirect("/", ...headers, cookie("session", ""));
}

async function answer(request: Request): Promise<Response> {
  const route = `${request.method} ${new URL(request.url).pathname}`;
  if (route === "GET /") return await home(request);
  if (route === "GET /login") return await login();
  if (route === "GET /callback") return await callback(request);
  if (route === "POST /logout") return await logout(request);
  return new Response("Not found", { status: 404 });
}

Deno.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.PORT ?? 8765),
  onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`),
}, (request) => answer(request).catch((error) => explain(error, request)));
