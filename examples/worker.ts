/**
 * A worker for playback in a web page: `GET /play/{id}` redirects to a signed URL, so that neither the secret nor a
 * token is in the page. It runs on Cloudflare Workers, and wherever `{ fetch(request, env) }` does.
 *
 * @module
 */
import { ServiceClient, ServiceError } from "@tonearm/client";

/** The worker's bindings. */
export interface Env {
  readonly CLIENT_ID: string;
  readonly CLIENT_SECRET: string;
  /** Another base URL than SoundCloud's, such as a sandbox's. */
  readonly API_URL?: string;
  readonly AUTH_URL?: string;
}

/** What a runtime passes with each request, if it ends what a request has begun. */
interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

const clients = new WeakMap<Env, Promise<ServiceClient>>();

/** Returns the client of an environment. It requests a token once and then refreshes it. */
function clientOf(env: Env): Promise<ServiceClient> {
  const known = clients.get(env);
  if (known) return known;
  const made = signIn(env);
  made.catch(() => clients.delete(env));
  clients.set(env, made);
  return made;
}

async function signIn(env: Env): Promise<ServiceClient> {
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, API_URL: baseUrl, AUTH_URL: authUrl } = env;
  const client = new ServiceClient({ clientId, clientSecret, baseUrl, authUrl, autoRefresh: true });
  const token = await client.auth.getClientToken();
  client.setToken(token.access_token, token.refresh_token);
  return client;
}

async function play(id: string, env: Env): Promise<Response> {
  const client = await clientOf(env);
  const location = await client.tracks.getStreamUrl(id);
  // The URL expires after about five minutes, and counts as a play of this caller.
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

function answerTo(error: unknown): Response {
  if (!ServiceError.is(error)) throw error;
  const headers = error.retryAfterMs === undefined
    ? {}
    : { "retry-after": String(Math.ceil(error.retryAfterMs / 1000)) };
  if (error.isRateLimited) return new Response("Too many plays", { status: 503, headers });
  if (error.isNotFound || error.code === "no_stream") return new Response("There is nothing to hear", { status: 404 });
  return new Response("SoundCloud doesn't answer", { status: 502 });
}

const worker = {
  async fetch(request: Request, env: Env, context?: Context): Promise<Response> {
    const [, id] = /^\/play\/(\d+|soundcloud:tracks:\d+)$/.exec(new URL(request.url).pathname) ?? [];
    if (id === undefined) return new Response("Not found", { status: 404 });
    if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
    const answer = play(id, env).catch(answerTo);
    // Others wait for the token and its refresh too, even if this visitor leaves.
    context?.waitUntil(answer);
    return await answer;
  },
};

export { worker as default };
