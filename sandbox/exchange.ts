/**
 * Processes a request: finds its world, applies faults, authenticates the caller, runs the operation and logs the
 * result.
 *
 * @module
 */
import { Hono } from "hono";
import type { Context } from "hono";
import { LostConnection } from "./faults/line.ts";
import { operations } from "./routes/mod.ts";
import { unrouted } from "./routes/unrouted.ts";
import { explainStorage, StorageFailure } from "./store/failures.ts";
import { type Caller, findCaller } from "./store/lookups.ts";
import { redirectOrigins } from "./store/oauth.ts";
import { BadNamespace, type Located, NAMESPACE_HEADER, type Namespaces } from "./world/namespaces.ts";
import type { World } from "./world/world.ts";
import { countCall } from "./http/burst.ts";
import { Call } from "./http/call.ts";
import type { Connection } from "./http/connection.ts";
import { cors, preflight } from "./http/cors.ts";
import { ApiFault, forbidden, unauthorized } from "./http/errors.ts";
import type { Needs } from "./contract/row.ts";
import type { Env, Operation } from "./http/operation.ts";
import { faultReply, textOf } from "./http/reply.ts";
import { strangeness } from "./http/strangers.ts";
import { checkQuery } from "./http/validation.ts";

const NO_HEADER = "A request must contain the Authorization header. " +
  "For details please refer to https://developers.soundcloud.com/blog/security-updates-api.";

function hasCredential(call: Call): boolean {
  return call.url.search !== "" && (call.query.has("client_id") || call.query.has("oauth_token"));
}

/**
 * Authenticates the caller by `Authorization: OAuth TOKEN` or `Bearer TOKEN`.
 *
 * A credential in the query is rejected even with a valid header. An app token where a user token is required is a 401
 * with an empty message.
 */
function authenticate(call: Call, needs: Needs): Caller | undefined {
  if (needs === "nothing") return undefined;
  const header = call.request.headers.get("authorization");
  if (header === null || hasCredential(call)) throw unauthorized(NO_HEADER);
  const token = /^(?:oauth|bearer) +(\S+)$/i.exec(header)?.[1];
  const caller = token === undefined ? undefined : findCaller(call.world, token);
  if (caller === undefined || (needs === "user" && caller.userId === null)) throw unauthorized();
  return caller;
}

/** Runs an operation: authentication, validation, route. */
async function runOperation(c: Context<Env>, operation: Operation): Promise<Response> {
  const { call } = c.env;
  call.params = c.req.param();
  call.operation = operation;
  try {
    if (operation.isGuarded) refuseStrangers(call);
    call.caller = authenticate(call, operation.needs);
    const burst = call.caller?.gatewayBurst ?? call.world.config.gatewayBurst;
    if (burst !== null && call.caller !== undefined) countCall(call, call.caller.clientId, burst);
    if (call.world.strict) checkQuery(call, operation);
    return await operation.run(call);
  } catch (error) {
    return faultReply(call, asFault(error, call.db.path));
  }
}

/** Rejects requests from pages of other sites, except the redirect origins of registered apps. */
function refuseStrangers(call: Call): void {
  const problem = strangeness(call, () => redirectOrigins(call.world));
  if (problem !== undefined) throw forbidden(problem);
}

/** Converts an error of the sandbox to a 500 that says so, so that users don't look for it in their own program. */
function asFault(thrown: unknown, path: string | undefined): ApiFault {
  if (thrown instanceof ApiFault) return thrown;
  const error = explainStorage(thrown, path);
  if (error instanceof StorageFailure) return new ApiFault(error.isFull ? 507 : 500, error.message);
  return new ApiFault(500, `The sandbox failed: ${error instanceof Error ? error.stack : String(error)}`);
}

/**
 * Creates the service as a Hono app. It is stateless: the state is in the bindings of each request.
 *
 * The order of an operation is authentication, validation, route.
 */
function createApp(): Hono<Env> {
  const app = new Hono<Env>();
  for (const operation of operations) {
    app.on(operation.method, operation.path, (c) => runOperation(c, operation));
  }
  app.options("*", preflight);
  app.notFound((c) => unrouted(c.env.call));
  return app;
}

let shared: Hono<Env> | undefined;

/** Returns the service's reply to a call. */
async function answer(call: Call): Promise<Response> {
  shared ??= createApp();
  const reply = await shared.fetch(call.request, { call });
  return call.request.headers.has("origin") ? cors(call, reply) : reply;
}

const LOGGED_BODIES = /^application\/(?:json|x-www-form-urlencoded)/;
const LOGGED_LENGTH = 4096;

/** Starts to read a body for the log while the service reads it. Returns a function that returns the text so far. */
function follow(call: Call): () => string | undefined {
  let text: string | undefined;
  const { body, headers } = call.request;
  if (body !== null && LOGGED_BODIES.test(headers.get("content-type") ?? "")) {
    call.scan(LOGGED_LENGTH, (seen) => text = seen).catch(() => {});
  }
  return () => text;
}

/** Returns the path of an absolute URL. `new URL()` would take ten times as long, and every request needs the path. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const query = url.indexOf("?", start);
  return query < 0 ? url.slice(start) : url.slice(start, query);
}

/** Sets the `Date` of a reply from the sandbox's clock. */
function dated(reply: Response, now: number, connection?: Connection): Response {
  // Setting a header of the reply costs a tenth of the request.
  if (connection !== undefined) connection.date = httpDate(now);
  else if (!reply.headers.has("date")) reply.headers.set("date", httpDate(now));
  return reply;
}

let last = { second: NaN, text: "" };

/** Formats a time as an HTTP date, computed once per second. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (last.second !== second) last = { second, text: new Date(now).toUTCString() };
  return last.text;
}

const NAMELESS = { api: "", media: "" };

/** Finds the world of a request: the default one, unless the path or a header names another. */
function locate(request: Request, namespaces: Namespaces, connection?: Connection): Located {
  const isNamed = request.headers.has(NAMESPACE_HEADER) || /^\/(?:~|%7[Ee])/.test(pathOf(request.url));
  if (!isNamed) return { world: namespaces.main, request, place: NAMELESS };
  const isOwn = () => strangeness({ request, url: new URL(request.url), connection }, () => []) === undefined;
  return namespaces.locate(request, isOwn);
}

/** Counts a reply of the service, and checks it if a check of its operation is due. */
async function note({ conformance }: World, { operation, request }: Call, said: Response): Promise<void> {
  const tally = operation && conformance.tallies.get(operation);
  if (tally === undefined || tally.unchecked === 0) {
    return await conformance.note(request.method, pathOf(request.url), said, textOf(said), operation);
  }
  tally.unchecked--;
  tally.called++;
  tally.statuses[said.status] = (tally.statuses[said.status] ?? 0) + 1;
}

/** Passes a request through the faults to the service, and logs the result. */
async function handle({ world, request, place }: Located, connection?: Connection): Promise<Response> {
  const start = performance.now();
  const at = world.clock.now();
  const notes: string[] = [];
  const call = new Call(request, { world, place, connection, notes });
  const body = follow(call);
  const ask = async (asked: Request) => {
    const routed = call.with(asked);
    const said = await answer(routed);
    await note(world, routed, said);
    return said;
  };
  const { method, url, headers } = request;
  let faults: readonly string[] = [];
  let reply: Response | undefined;
  try {
    const isUsual = world.faults.active.length === 0 && !headers.has("prefer");
    reply = await (isUsual ? ask(request) : world.faults.around(call, ask, (names) => faults = names));
    return dated(reply, world.clock.now(), connection);
  } finally {
    if (faults.length > 0 && world.isKept) world.writeDown();
    world.log.add({
      at,
      milliseconds: performance.now() - start,
      method,
      url,
      headers,
      body: body(),
      status: reply?.status ?? 0,
      replyHeaders: reply?.headers,
      replyBody: reply === undefined ? undefined : textOf(reply),
      faults,
      notes,
    });
  }
}

/**
 * Answers one request from any source.
 *
 * @throws {TypeError} If a fault ends the connection and the request is in-process.
 */
export async function exchange(namespaces: Namespaces, request: Request, connection?: Connection): Promise<Response> {
  let path: string | undefined;
  try {
    const located = locate(request, namespaces, connection);
    path = located.world.db.path;
    if (located.world.isKept) located.world.catchUp();
    if (/^\/_sandbox(?:\/|$)/.test(pathOf(located.request.url))) {
      const { control } = await import("./control/app.ts");
      const perform = (again: Request) => handle({ ...located, request: again });
      const quietly = async (asked: Request) => await answer(new Call(asked, { ...located, connection }));
      return await control(located, { namespaces, perform, quietly }, connection);
    }
    return await handle(located, connection);
  } catch (error) {
    if (error instanceof BadNamespace) return new Response(`${error.message}\n`, { status: error.status });
    if (error instanceof LostConnection && connection !== undefined) return new Response(null);
    const told = explainStorage(error, path);
    if (told instanceof StorageFailure) return new Response(`${told.message}\n`, { status: told.isFull ? 507 : 500 });
    throw error;
  }
}
