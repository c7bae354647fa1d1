import type { Needs } from "../contract/row.ts";
import { type Caller, findCaller, recognise } from "../store/lookups.ts";
import { use } from "../store/limits.ts";
import { limitOf } from "../store/oauth.ts";
import type { Call } from "./call.ts";
import { ApiFault, GATEWAY_HEADERS, gatewayBody, unauthorized } from "./errors.ts";

const NO_HEADER = "A request must contain the Authorization header. " +
  "For details please refer to https://developers.soundcloud.com/blog/security-updates-api.";

function hasCredential(call: Call): boolean {
  return call.url.search !== "" && (call.query.has("client_id") || call.query.has("oauth_token"));
}

/** Returns the 401 for a header without a valid token, with a note that says what it holds instead. */
export function rejected(call: Call, header: string): ApiFault {
  const [, scheme, token = ""] = /^(?:(\S+) +)?(\S*)$/.exec(header.trim()) ?? [];
  if (scheme === undefined) return unauthorized().because("no_scheme");
  if (!/^(?:oauth|bearer)$/i.test(scheme)) return unauthorized().because("wrong_scheme", { scheme });
  if (/^(?:undefined|null|None|nil|NaN|\[.*|[${<].*)$/.test(token)) {
    return unauthorized().because("no_token", { token });
  }
  const { name, at } = recognise(call.world, token);
  const values = { at: at === undefined ? undefined : new Date(at).toISOString() };
  return unauthorized().because(name, { ...values, seconds: call.world.config.tokenTtlSeconds });
}

/** A credential in the query is rejected even with a valid header. An app's token for a user's operation is a 401. */
export function authenticate(call: Call, needs: Needs): Caller | undefined {
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
export function countCall({ world, caller }: Call): void {
  const most = caller?.gatewayBurst ?? world.config.gatewayBurst;
  if (caller === undefined || most === null) return;
  const usedUp = use(world, { ...limitOf(world, "gatewayBurst"), most }, caller.clientId);
  if (usedUp === undefined) return;
  throw new ApiFault(429, "", { body: gatewayBody("Rate Limit Exceeded"), headers: GATEWAY_HEADERS }).because("burst");
}
