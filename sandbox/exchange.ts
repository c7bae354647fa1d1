/** The way of a request: its world, faults, authentication, operation, log. */
import { TrieRouter } from "hono/router/trie-router";
import { getPath, tryDecodeURIComponent } from "hono/utils/url";
import { LostConnection } from "./faults/line.ts";
import { isFaultName } from "./faults/named.ts";
import { operations, unrouted } from "./routes/mod.ts";
import { explainStorage, StorageFailure } from "./store/failures.ts";
import type { Needs } from "./contract/row.ts";
import { use } from "./store/limits.ts";
import { type Caller, findCaller } from "./store/lookups.ts";
import { limitOf } from "./store/oauth.ts";
import { byCredential } from "./world/credential.ts";
import { type Located, NAMESPACE_HEADER, type Namespaces } from "./world/namespaces.ts";
import { Call } from "./http/call.ts";
import type { Connection } from "./http/connection.ts";
import { cors, preflight } from "./http/cors.ts";
import { ApiFault, asFault, GATEWAY_HEADERS, gatewayBody, storageFault, unauthorized } from "./http/errors.ts";
import { explain } from "./http/notes.ts";
import { FAULTS } from "./contract/faults.ts";
import type { Operation } from "./http/operation.ts";
import { BODY_CAP } from "./base/request_log.ts";
import { pause } from "./base/pause.ts";
import { rejected } from "./http/rejected.ts";
import { refusalReply, textOf, usualNote } from "./http/reply.ts";
import { refuseStrangers, strangeness } from "./http/strangers.ts";
import type { World } from "./world/world.ts";
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

const NO_HEADER = "A request must contain the Authorization header. " +
  "For details please refer to https://developers.soundcloud.com/blog/security-updates-api.";

function hasCredential(call: Call): boolean {
  return call.url.search !== "" && (call.query.has("client_id") || call.query.has("oauth_token"));
}

/** A credential in the query is rejected even with a valid header. An app's token for a user's operation is a 401. */
function authenticate(call: Call, needs: Needs): Caller | undefined {
  if (needs === "nothing") return undefined;
  const header = call.request.headers.get("authorization");
  if (hasCredential(call)) throw unauthorized(NO_HEADER).because("token_in_query");
  if (header === null) throw unauthorized(NO_HEADER).because("no_header");
  const token = /^(?:oauth|bearer) +(\S+)$/i.exec(header)?.[1];
  const caller = token === undefined ? undefined : findCaller(call.world, token);
  if (caller === undefined) throw rejected(call, header);
  if (needs === "user" && caller.userId === null) throw unauthorized().because("app_token");
  return caller;
}

/** Counts the call of an app with a limit. Above it, the gateway answers 429 without a reset time. */
function countCall({ world, caller }: Call): void {
  const most = caller?.gatewayBurst ?? world.config.gatewayBurst;
  if (caller === undefined || most === null) return;
  const usedUp = use(world, { ...limitOf(world, "gatewayBurst"), most }, caller.clientId);
  if (usedUp === undefined) return;
  throw new ApiFault(429, "", { body: gatewayBody("Rate Limit Exceeded"), headers: GATEWAY_HEADERS }).because("burst");
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

/** Counts a response of an operation, and checks whether it conforms to the documentation if that is due. */
async function count({ conformance }: World, operation: string, reply: Response): Promise<void> {
  const tally = conformance.tallies.get(operation) ?? conformance.start(operation);
  tally.statuses[reply.status] = (tally.statuses[reply.status] ?? 0) + 1;
  if (tally.unchecked-- <= 0) await conformance.check(operation, reply, textOf(reply));
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
    if (asked.method !== "HEAD" && routed.operation) await count(world, routed.operation.name, said);
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
