import { Hono } from "hono";
import type { Context } from "hono";
import { countCall } from "../http/burst.ts";
import type { Call } from "../http/call.ts";
import type { Env, Needs, Operation } from "../http/operation.ts";
import { cors, preflight } from "../http/cors.ts";
import { ApiFault, forbidden, notFound, unauthorized } from "../http/errors.ts";
import { documentedMethods, nearestOperation } from "../document/nearest.ts";
import { faultReply, found } from "../http/reply.ts";
import { operations } from "./mod.ts";
import { strangeness } from "../http/strangers.ts";
import { explainStorage, StorageFailure } from "../store/failures.ts";
import { type Caller, findCaller } from "../store/lookups.ts";
import { redirectOrigins } from "../store/oauth.ts";
import { redactText } from "../world/redact.ts";
import { checkQuery } from "../http/validation.ts";

const NO_HEADER = "A request must contain the Authorization header. " +
  "For details please refer to https://developers.soundcloud.com/blog/security-updates-api.";

function hasCredential(call: Call): boolean {
  return call.url.search !== "" && (call.query.has("client_id") || call.query.has("oauth_token"));
}

/**
 * Authenticates the caller by `Authorization: OAuth TOKEN` or `Bearer TOKEN`.
 *
 * A credential in the query is refused even beside a good header, and an app's token where a user's is needed is a 401
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

/** Runs one operation: who asks, what may be asked, then the route. */
async function perform(c: Context<Env>, operation: Operation): Promise<Response> {
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

/** Other sites' pages may come from where a registered app sends its users back to. */
function refuseStrangers(call: Call): void {
  const problem = strangeness(call, () => redirectOrigins(call.world));
  if (problem !== undefined) throw forbidden(problem);
}

/** A mistake of the sandbox is a 500 that says so, so that nobody looks for it in their program. */
function asFault(thrown: unknown, path: string | undefined): ApiFault {
  if (thrown instanceof ApiFault) return thrown;
  const error = explainStorage(thrown, path);
  if (error instanceof StorageFailure) return new ApiFault(error.isFull ? 507 : 500, error.message);
  return new ApiFault(500, `The sandbox failed: ${error instanceof Error ? error.stack : String(error)}`);
}

/** Whether a browser opened the sandbox's own address. */
function isPerson({ request, url }: Call): boolean {
  const accepted = request.headers.get("accept") ?? "";
  return request.method === "GET" && url.pathname === "/" && accepted.includes("text/html");
}

/** The reply if no route matches: another method, a documented but missing route, or an unknown path. */
function unrouted(c: Context<Env>): Response {
  const { call } = c.env;
  const { method } = call.request;
  const path = call.url.pathname;
  if (isPerson(call)) return found(call, `${call.urls.api}/_sandbox/`);
  const allowed = documentedMethods(path);
  if (allowed.includes(method)) {
    return faultReply(call, new ApiFault(501, `${method} ${path} is not written`));
  }
  // Writes to /me/tracks and /me/playlists are a common mistake; the service answers 405.
  if (allowed.length > 0 || (method !== "GET" && /^\/me\/(?:tracks|playlists)\/[^/]+$/.test(path))) {
    const headers = { allow: allowed.join(", ") };
    return faultReply(call, new ApiFault(405, "", { body: "unknown route", headers }));
  }
  const nearest = nearestOperation(method, path);
  call.world.undocumented.note(`${method} ${redactText(path).slice(0, 200)}`, "the operation", nearest);
  return faultReply(call, notFound(`No route ${method} ${path}. The nearest is ${nearest}.`));
}

/**
 * The service as a Hono app. It holds no state: that comes with each request, as its bindings.
 *
 * An operation runs in the order authentication, validation, route.
 */
export function createApp(): Hono<Env> {
  const app = new Hono<Env>();
  for (const operation of operations) {
    app.on(operation.method, operation.path, (c) => perform(c, operation));
  }
  app.options("*", preflight);
  app.notFound(unrouted);
  return app;
}

let shared: Hono<Env> | undefined;

/** The service's reply to one call. */
export async function answer(call: Call): Promise<Response> {
  shared ??= createApp();
  const reply = await shared.fetch(call.request, { call });
  return call.request.headers.has("origin") ? cors(call, reply) : reply;
}
