/** The way of a request: its world, faults, authentication, operation, log. */
import { TrieRouter } from "hono/router/trie-router";
import { getPath, tryDecodeURIComponent } from "hono/utils/url";
import { LostConnection } from "./faults/line.ts";
import { isFaultName } from "./faults/named.ts";
import { operations, unrouted } from "./routes/mod.ts";
import { explainStorage, StorageFailure } from "./store/failures.ts";
import { redirectOrigins } from "./store/oauth.ts";
import { type Located, NAMESPACE_HEADER, type Namespaces } from "./world/namespaces.ts";
import { Call } from "./http/call.ts";
import type { Connection } from "./http/connection.ts";
import { cors, preflight } from "./http/cors.ts";
import { authenticate, countCall } from "./http/authenticate.ts";
import { ApiFault, forbidden } from "./http/errors.ts";
import { explain } from "./http/notes.ts";
import { FAULTS } from "./contract/faults.ts";
import type { Operation } from "./http/operation.ts";
import { BODY_CAP } from "./base/request_log.ts";
import { pause } from "./base/pause.ts";
import { refusalReply, textOf, usualNote } from "./http/reply.ts";
import { strangeness } from "./http/strangers.ts";
import { checkQuery } from "./http/validation.ts";

async function runOperation(call: Call, operation: Operation): Promise<Response> {
  call.operation = operation;
  try {
    if (operation.isGuarded) refuseStrangers(call);
    call.caller = authenticate(call, operation.needs);
    countCall(call);
    if (call.world.strict) checkQuery(call, operation);
    return await operation.run(call);
  } catch (error) {
    return refusalReply(call, asFault(error, call.db.path));
  }
}

function refuseStrangers(call: Call): void {
  const problem = strangeness(call, () => redirectOrigins(call.world));
  if (problem !== undefined) throw forbidden(problem).because("other_site");
}

function storageFault({ isFull, message }: StorageFailure, body?: string): ApiFault {
  return new ApiFault(isFull ? 507 : 500, message, { body });
}

/** Converts an error of the sandbox to a 500 that says so, so that users don't look for it in their own program. */
function asFault(thrown: unknown, path: string | undefined): ApiFault {
  if (thrown instanceof ApiFault) return thrown;
  const error = explainStorage(thrown, path);
  if (error instanceof StorageFailure) return storageFault(error);
  return new ApiFault(500, `The sandbox failed: ${error instanceof Error ? error.stack : String(error)}`);
}

/** Returns the path by which a request is routed: SoundCloud also takes `/users.json`. */
function routedPath(request: Request): string {
  const path = getPath(request);
  return path.endsWith(".json") && !path.includes("/_media/") ? path.slice(0, -".json".length) : path;
}

let router: TrieRouter<Operation> | undefined;

function makeRouter(): TrieRouter<Operation> {
  const made = new TrieRouter<Operation>();
  for (const operation of operations) made.add(operation.method, operation.path, operation);
  return made;
}

async function route(call: Call, method: string): Promise<Response> {
  if (method === "OPTIONS") return preflight();
  if (method === "HEAD") return new Response(null, await route(call, "GET"));
  router ??= makeRouter();
  const [[match]] = router.match(method, routedPath(call.request));
  if (match === undefined) return unrouted(call);
  const [operation, params] = match;
  for (const [name, text] of Object.entries(params)) call.params[name] = tryDecodeURIComponent(String(text));
  return await runOperation(call, operation);
}

async function answer(call: Call): Promise<Response> {
  const reply = await route(call, call.request.method);
  return call.request.headers.has("origin") ? cors(call, reply) : reply;
}

const LOGGED_BODIES = /^application\/(?:json|x-www-form-urlencoded)/;

/** How many milliseconds the log waits for the start of a body that the operation didn't read. */
const BODY_PATIENCE_MS = 100;

/** Reads the start of a body for the log while the operation reads it. Returns a function that waits for the text. */
function follow(call: Call): () => Promise<string | undefined> {
  const { body, headers } = call.request;
  if (body === null || !LOGGED_BODIES.test(headers.get("content-type") ?? "")) return () => Promise.resolve(undefined);
  let text: string | undefined;
  const over = new AbortController();
  call.scan(BODY_CAP, (seen) => text = seen).catch(() => {}).finally(() => over.abort());
  return async () => {
    await pause(BODY_PATIENCE_MS, over.signal).catch(() => {});
    return text;
  };
}

function dated(reply: Response, now: number, connection?: Connection): Response {
  // Setting a header of the response costs a tenth of the request.
  if (connection !== undefined) connection.date = httpDate(now);
  else if (!reply.headers.has("date")) reply.headers.set("date", httpDate(now));
  return reply;
}

let last = { second: NaN, text: "" };

function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (last.second !== second) last = { second, text: new Date(now).toUTCString() };
  return last.text;
}

const NAMELESS = { api: "", media: "" };

/** The requests with a code, a token or a client id in their body. */
const GRANTS = /^\/(?:oauth\/token|sign-out|pairing\/sign-in)$/;
const IN_BODY = /\b(?:code|pairing_code|refresh_token|access_token|client_id)["']?\s*[=:]\s*["']?([\w.~%-]+)/g;
const BASE64 = /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}(?:==)?|[a-z0-9+/]{3}=?)?$/i;
const IN_ADDRESS = /(?:[?&]client_id=|\/(?:activate|pairing\/codes)\/)([\w.-]+(?:~|%7e)[\w-]+)/i;

/** Returns the token of a request or, for Basic, its client id; of other requests the client id or code in the URL. */
function credentialIn({ headers, url }: Request): string {
  const [, scheme = "", value = ""] = /^(oauth|bearer|basic) +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (scheme.toLowerCase() === "basic" && BASE64.test(value)) return atob(value).split(":", 1)[0] ?? "";
  return value || (IN_ADDRESS.exec(url)?.[1] ?? "");
}

function byCredential(request: Request, namespaces: Namespaces): Located | Promise<Located> {
  const credential = credentialIn(request);
  const isGrant = request.method === "POST" && GRANTS.test(getPath(request)) && !/~|%7e/i.test(credential);
  return isGrant ? byGrant(request, namespaces) : namespaces.ofCredential(request, credential);
}

async function byGrant(request: Request, namespaces: Namespaces): Promise<Located> {
  const text = await new Call(request, { world: namespaces.main }).peek();
  const marked = [...text.matchAll(IN_BODY)].map(([, value = ""]) => value).find((value) => /~|%7e/i.test(value));
  return namespaces.ofCredential(request, marked ?? "");
}

/** Finds the world of a request: the one that its path or a header names, or else that of its token or code. */
function locate(request: Request, namespaces: Namespaces, connection?: Connection): Located | Promise<Located> {
  const isNamed = request.headers.has(NAMESPACE_HEADER) || getPath(request).startsWith("/~");
  if (!isNamed && namespaces.hasNamed) return byCredential(request, namespaces);
  if (!isNamed) return { world: namespaces.main, request, place: NAMELESS };
  const isOwn = () => strangeness({ request, url: new URL(request.url), connection }, () => []) === undefined;
  return namespaces.locate(request, isOwn);
}

/** Returns a refusal, which has at least one note, with those of its faults; in a header if the settings say so. */
function noted(call: Call, reply: Response, faults: readonly string[], notes: string[]): Response {
  const { world } = call;
  for (const name of faults) {
    notes.push(isFaultName(name) ? explain("fault", { name, ...FAULTS[name] }) : explain("rule", { name }));
  }
  if (notes.length === 0) notes.push(usualNote(call, reply.status));
  if (!world.config.noteHeader) return reply;
  reply.headers.set("x-sandbox-note", notes.join(" ").replace(/[^ -~]/g, "?"));
  return reply;
}

async function handle({ world, request, place, refusal }: Located, connection?: Connection): Promise<Response> {
  const start = performance.now();
  const at = world.clock.now();
  const notes: string[] = [];
  const call = new Call(request, { world, place, connection, notes });
  const body = follow(call);
  let final = call;
  const ask = async (asked: Request) => {
    const routed = final = call.with(asked);
    const said = refusal === undefined ? await answer(routed) : refusalReply(routed, refusal);
    if (asked.method !== "HEAD") await world.conformance.note(routed.operation?.name, said, textOf(said));
    return said;
  };
  const { method, url, headers } = request;
  let faults: readonly string[] = [];
  let reply: Response | undefined;
  try {
    const isUsual = world.faults.active.length === 0 && !headers.has("prefer");
    reply = await (isUsual ? ask(request) : world.faults.around(call, ask, (names) => faults = names));
    if (reply.status >= 400) reply = noted(final, reply, faults, notes);
    return dated(reply, world.clock.now(), connection);
  } finally {
    if (faults.length > 0 && world.isKept) world.writeDown();
    world.log.add({
      at,
      milliseconds: performance.now() - start,
      method,
      url,
      headers,
      body: await body(),
      status: reply?.status ?? 0,
      replyHeaders: reply?.headers,
      connection,
      replyBody: reply === undefined ? undefined : textOf(reply),
      app: final.app ?? final.caller?.clientId,
      faults,
      notes,
    });
  }
}

/** Answers one request from any source; rejects if a fault ends the connection of an in-process one. */
export async function exchange(namespaces: Namespaces, request: Request, connection?: Connection): Promise<Response> {
  if (connection !== undefined && !request.url.includes("/_sandbox/")) namespaces.requestCount++;
  let located: Located = { world: namespaces.main, request, place: NAMELESS };
  try {
    const found = locate(request, namespaces, connection);
    located = found instanceof Promise ? await found : found;
    if (located.world.isKept) located.world.catchUp();
    if (/^\/_sandbox(?:\/|$)/.test(getPath(located.request))) {
      const { control } = await import("./control/app.ts");
      const here = located;
      const perform = (again: Request) => handle({ ...here, request: again });
      const quietly = async (asked: Request) => await answer(new Call(asked, { ...here, connection }));
      return await control(here, { namespaces, perform, quietly }, connection);
    }
    return await handle(located, connection);
  } catch (error) {
    if (error instanceof LostConnection && connection !== undefined) return new Response(null);
    const told = explainStorage(error, located.world.db.path);
    const refusal = told instanceof StorageFailure ? storageFault(told, `${told.message}\n`) : error;
    if (!(refusal instanceof ApiFault)) throw error;
    return await handle({ ...located, refusal }, connection);
  }
}
