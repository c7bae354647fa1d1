/**
 * A web app with sign-in: PKCE, a state that is bound to the visitor, and tokens that never leave the server.
 *
 * `deno task sandbox:exec -- deno task run examples/oauth_server.ts`, then open the URL that it prints.
 *
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import process from "node:process";
import { ServiceClient, ServiceError } from "@tonearm/client";
import { settings } from "./connect.ts";

/** A visitor: a client with the visitor's tokens, and the pending sign-in. */
interface Visitor {
  readonly client: ServiceClient;
  signIn?: { readonly state: string; readonly codeVerifier: string } | undefined;
}

const PORT = Number(process.env.PORT ?? 8765);
const redirectUri = process.env.REDIRECT_URI ?? "http://127.0.0.1:8765/callback";
const visitors = new Map<string, Visitor>();

/** Returns the visitor of a request. A real app would expire visits, and keep tokens in a `tokenStore`. */
function visitorOf(request: IncomingMessage, response: ServerResponse): Visitor {
  const [, known = ""] = /(?:^|; )visit=([\w-]+)/.exec(request.headers.cookie ?? "") ?? [];
  const visitor = visitors.get(known);
  if (visitor) return visitor;
  const id = crypto.randomUUID();
  const fresh = { client: new ServiceClient({ ...settings(), redirectUri }) };
  visitors.set(id, fresh);
  response.setHeader("set-cookie", `visit=${id}; HttpOnly; SameSite=Lax; Path=/`);
  return fresh;
}

async function home({ client }: Visitor, response: ServerResponse): Promise<void> {
  response.setHeader("content-type", "text/html; charset=utf-8");
  if (!client.accessToken) return void response.end('<p><a href="/login">Sign in</a>');
  const [me, { collection }] = await Promise.all([client.me.getMe(), client.me.getTracks(5)]);
  const items = collection.map(({ title }) => `<li>${escape(title)}`).join("\n");
  response.end(
    `<h1>${
      escape(me.username)
    }</h1>\n<ul>\n${items}\n</ul>\n<form method="post" action="/logout"><button>Sign out</button></form>`,
  );
}

async function login(visitor: Visitor, response: ServerResponse): Promise<void> {
  const { auth } = visitor.client;
  const signIn = { state: crypto.randomUUID(), codeVerifier: auth.generateCodeVerifier() };
  visitor.signIn = signIn;
  const codeChallenge = await auth.generateCodeChallenge(signIn.codeVerifier);
  redirect(response, auth.getAuthorizationUrl({ state: signIn.state, codeChallenge }));
}

async function callback(visitor: Visitor, response: ServerResponse, url: string): Promise<void> {
  const { client, signIn } = visitor;
  if (!signIn) return redirect(response, "/");
  // A sign-in is used only once, even if it fails.
  visitor.signIn = undefined;
  const token = await client.auth.handleCallback(url, signIn);
  client.setToken(token.access_token, token.refresh_token);
  redirect(response, "/");
}

async function logout({ client }: Visitor, response: ServerResponse): Promise<void> {
  const { accessToken } = client;
  client.clearToken();
  // The session ends here even if SoundCloud refuses an expired token.
  if (accessToken) await client.auth.signOut(accessToken).catch(() => {});
  redirect(response, "/");
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const visitor = visitorOf(request, response);
  const { method, url = "/" } = request;
  const route = `${method} ${url.split("?")[0]}`;
  if (route === "GET /") await home(visitor, response);
  else if (route === "GET /login") await login(visitor, response);
  else if (route === "GET /callback") await callback(visitor, response, url);
  else if (route === "POST /logout") await logout(visitor, response);
  else response.writeHead(404).end("Not found");
}

function explain(error: unknown, response: ServerResponse): void {
  if (!(error instanceof ServiceError)) console.error(error);
  const refused = error instanceof ServiceError && (error.code === "callback" || error.code === "state_mismatch");
  response.writeHead(refused ? 400 : 502).end(refused ? error.message : "SoundCloud doesn't answer");
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => explain(error, response));
});
server.listen(PORT, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}`);
});
