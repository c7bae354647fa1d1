/**
 * Sign-in on Cloudflare Workers: a Durable Object holds each session, so that a request anywhere finds its newest tokens.
 *
 * A test runs it in `workerd`. Its bindings in `wrangler.toml`: `SESSIONS`, a Durable Object namespace of the class
 * `SessionObject`, and the secrets that `Env` names.
 *
 * @module
 */
import { ServiceClient, ServiceError } from "@tonearm/client";
import { HttpTokenStore } from "@tonearm/client/http";

/** The part of a Durable Object's storage that a session uses. */
interface Storage {
  get(key: string): Promise<Entry | undefined>;
  put(key: string, value: Entry): Promise<void>;
  deleteAll(): Promise<void>;
}

interface Entry {
  readonly text: string;
  readonly etag: string;
}

/** The worker's bindings. */
export interface Env {
  readonly CLIENT_ID: string;
  readonly CLIENT_SECRET: string;
  readonly REDIRECT_URI: string;
  /** Another base URL than SoundCloud's, such as a sandbox's. */
  readonly API_URL?: string;
  readonly AUTH_URL?: string;
  readonly SESSIONS: { get(id: unknown): { fetch: typeof fetch }; idFromName(name: string): unknown };
}

/** What a runtime passes with each request, if it ends what a request has begun. */
interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

/** One session: an entry with an `ETag`, as `HttpTokenStore` expects it. Workers KV has no such conditions. */
class SessionObject {
  readonly #storage: Storage;

  constructor({ storage }: { storage: Storage }) {
    this.#storage = storage;
  }

  async fetch(request: Request): Promise<Response> {
    if (request.method === "DELETE") {
      await this.#storage.deleteAll();
      return new Response(null, { status: 204 });
    }
    const text = await request.text();
    // Nothing else runs in this object between the read and the write.
    const stored = await this.#storage.get("entry");
    if (request.method === "GET") {
      return new Response(stored?.text, stored ? { headers: { etag: stored.etag } } : { status: 404 });
    }
    const expected = request.headers.get("if-match");
    if (expected !== (stored?.etag ?? null)) return new Response(null, { status: 412 });
    await this.#storage.put("entry", { text, etag: `"${crypto.randomUUID()}"` });
    return new Response(null, { status: 204 });
  }
}

function clientOf(env: Env, tokenStore?: HttpTokenStore): ServiceClient {
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, REDIRECT_URI: redirectUri } = env;
  return new ServiceClient({
    clientId,
    clientSecret,
    redirectUri,
    baseUrl: env.API_URL,
    authUrl: env.AUTH_URL,
    tokenStore,
  });
}

/** Returns the session with an id. An unknown id has no tokens. */
function sessionOf({ SESSIONS }: Env, id: string) {
  const send: typeof fetch = (input, init) => SESSIONS.get(SESSIONS.idFromName(id)).fetch(input, init);
  return {
    tokenStore: new HttpTokenStore("https://session.invalid/", { fetch: send }),
    end: () => send("https://session.invalid/", { method: "DELETE" }),
  };
}

function cookieOf({ headers }: Request, name: string): string {
  const found = headers.get("cookie")?.split("; ").find((pair) => pair.startsWith(`${name}=`)) ?? "";
  return found.slice(name.length + 1);
}

/** Builds a header that sets or deletes a cookie, which the browser hides from scripts and other sites' forms. */
function cookie(env: Env, name: string, value: string, maxAgeSeconds = 0): [string, string] {
  const secure = env.REDIRECT_URI.startsWith("https:") ? "; Secure" : "";
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

async function home(request: Request, env: Env): Promise<Response> {
  const { tokenStore } = sessionOf(env, cookieOf(request, "session"));
  if (!(await tokenStore.read())?.accessToken) return page('<p><a href="/login">Sign in</a>');
  const { me } = clientOf(env, tokenStore);
  const [{ username }, { collection }] = await Promise.all([me.getMe(), me.getTracks(5)]);
  return page(`
    <h1>${escape(username)}</h1>
    <ul>${collection.map(({ title }) => `<li>${escape(title)}</li>`).join("")}</ul>
    <form method="post" action="/logout"><button>Sign out</button></form>`);
}

async function login(env: Env): Promise<Response> {
  const { auth } = clientOf(env);
  const [state, codeVerifier] = [crypto.randomUUID(), auth.generateCodeVerifier()];
  const codeChallenge = await auth.generateCodeChallenge(codeVerifier);
  const pending = cookie(env, "sign_in", `${state}/${codeVerifier}`, 600);
  return redirect(auth.getAuthorizationUrl({ state, codeChallenge }), pending);
}

async function callback(request: Request, env: Env): Promise<Response> {
  const [state, codeVerifier] = cookieOf(request, "sign_in").split("/");
  if (!state) return redirect("/");
  const { access_token: accessToken, refresh_token: refreshToken } = await clientOf(env).auth.handleCallback(
    request.url,
    { state, codeVerifier },
  );
  await sessionOf(env, cookieOf(request, "session")).end();
  // A new id for each sign-in prevents session fixation.
  const id = crypto.randomUUID();
  await sessionOf(env, id).tokenStore.compareAndSwap(undefined, { generation: 1, accessToken, refreshToken });
  return redirect("/", cookie(env, "sign_in", ""), cookie(env, "session", id, 30 * 86_400));
}

async function logout(request: Request, env: Env): Promise<Response> {
  const { tokenStore, end } = sessionOf(env, cookieOf(request, "session"));
  const accessToken = (await tokenStore.read())?.accessToken;
  await end();
  // SoundCloud refuses an expired token; the session ends here in any case.
  if (accessToken) await clientOf(env).auth.signOut(accessToken).catch(() => {});
  return redirect("/", cookie(env, "session", ""));
}

async function explain(error: unknown, request: Request, env: Env): Promise<Response> {
  if (!(error instanceof ServiceError)) throw error;
  const headers = [cookie(env, "sign_in", "")];
  if (error.code === "callback" || error.code === "state_mismatch") {
    return new Response(error.message, { status: 400, headers });
  }
  if (!error.isPermanentAuthError) return new Response("SoundCloud doesn't answer", { status: 502, headers });
  // The user has revoked the access, so the session ends.
  await sessionOf(env, cookieOf(request, "session")).end();
  return redirect("/", ...headers, cookie(env, "session", ""));
}

async function answer(request: Request, env: Env): Promise<Response> {
  const route = `${request.method} ${new URL(request.url).pathname}`;
  if (route === "GET /") return await home(request, env);
  if (route === "GET /login") return await login(env);
  if (route === "GET /callback") return await callback(request, env);
  if (route === "POST /logout") return await logout(request, env);
  return new Response("Not found", { status: 404 });
}

const worker = {
  fetch(request: Request, env: Env, context?: Context): Promise<Response> {
    const answering = answer(request, env).catch((error) => explain(error, request, env));
    // A refresh has to end, and its pair to be stored, even if this visitor leaves.
    context?.waitUntil(answering);
    return answering;
  },
};

export { SessionObject, worker as default };
