import { readText } from "../http/body.ts";
import type { Call } from "../http/call.ts";
import type { Handlers } from "../http/operation.ts";
import { ApiFault, notFound, unauthorized } from "../http/errors.ts";
import { limitFault } from "../present/limited.ts";
import { empty, json } from "../http/reply.ts";
import { exchangeCode, refresh } from "../store/grants.ts";
import { countOne, isUsedUp, type Limit, usageOf } from "../store/limits.ts";
import { type App, disconnect, findApp, type IssuedTokens, issueTokens, limitOf, signOut } from "../store/oauth.ts";
import { isSince } from "../base/era.ts";
import { askForConsent, takeConsent } from "./authorize.ts";

const FORM = "application/x-www-form-urlencoded";
const CHALLENGE_HEADER = { "www-authenticate": "Basic" };

type ErrorCode = "invalid_client" | "invalid_grant" | "invalid_request" | "unsupported_grant_type";

function refuse(error: ErrorCode): ApiFault {
  const headers = error === "invalid_client" ? CHALLENGE_HEADER : {};
  return new ApiFault(error === "invalid_client" ? 401 : 400, "", { body: { error }, headers });
}

/** Returns tokens. Caches must not store them (RFC 6749 5.1). */
function tokenReply(call: Call, tokens: IssuedTokens): Response {
  return json(call, tokens, 200, { "cache-control": "no-store", "pragma": "no-cache" });
}

/**
 * The token endpoint. Each grant has one place for the credentials, unless the settings allow others: Basic for client
 * credentials, the form for codes and refresh tokens.
 */
async function token(call: Call): Promise<Response> {
  const form = await readForm(call);
  switch (form.get("grant_type")) {
    case "client_credentials":
      return grantCredentials(call, form);
    case "authorization_code":
      return grantCode(call, form);
    case "refresh_token":
      return grantRefresh(call, form);
    case null:
      throw refuse("invalid_request");
    default:
      throw refuse("unsupported_grant_type");
  }
}

/** Reads a form; a repeated parameter is invalid (RFC 6749 3.2). */
async function readForm(call: Call): Promise<URLSearchParams> {
  const type = call.request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== FORM) throw refuse("invalid_request");
  const form = new URLSearchParams(await readText(call.request));
  const names = [...form.keys()];
  if (new Set(names).size < names.length) throw refuse("invalid_request");
  return form;
}

function grantCredentials(call: Call, form: URLSearchParams): Response {
  const app = callingApp(call, form, "header");
  const { world } = call;
  const limits: readonly (readonly [Limit, string])[] = [
    [limitOf(world, "clientCredentialsPerApp", app.client_id), app.client_id],
    [limitOf(world, "clientCredentialsPerAddress"), call.connection?.remoteAddress ?? ""],
  ];
  const tokens = call.db.transaction(() => {
    const usages = limits.map(([limit, holder]) => ({ ...usageOf(world, limit, holder), holder }));
    const usedUp = usages.filter(isUsedUp);
    if (usedUp.length > 0) throw limitFault(world, usedUp, CHALLENGE_HEADER);
    for (const usage of usages) countOne(world, usage, usage.holder);
    return issueTokens(world, app.client_id, null);
  });
  return tokenReply(call, tokens);
}

function grantCode(call: Call, form: URLSearchParams): Response {
  const app = callingApp(call, form, "form");
  const code = form.get("code");
  const redirectUri = form.get("redirect_uri");
  if (!code || !redirectUri) throw refuse("invalid_request");
  const tokens = exchangeCode(call.world, app, { code, redirectUri, verifier: form.get("code_verifier") ?? "" });
  if (tokens === undefined) throw refuse("invalid_grant");
  return tokenReply(call, tokens);
}

function grantRefresh(call: Call, form: URLSearchParams): Response {
  const app = callingApp(call, form, "form");
  const refreshToken = form.get("refresh_token");
  const redirectUri = form.get("redirect_uri");
  if (!refreshToken) throw refuse("invalid_request");
  if (redirectUri === null && call.world.config.refreshRequiresRedirectUri) throw refuse("invalid_request");
  if (redirectUri !== null && !app.redirectUris.includes(redirectUri)) throw refuse("invalid_grant");
  const tokens = refresh(call.world, app, refreshToken);
  if (tokens === undefined) throw refuse("invalid_grant");
  return tokenReply(call, tokens);
}

/** Returns the calling app. Its credentials have to be in exactly one place, which has to be allowed. */
function callingApp(call: Call, form: URLSearchParams, documented: Place): App {
  const place: Place = call.request.headers.has("authorization") ? "header" : "form";
  const app = place === "header" ? appFromHeader(call) : appFromForm(call, form);
  const isTwice = place === "header" && form.has("client_secret");
  // An app without a secret cannot prove its identity for an app token.
  const isPublic = app?.client_secret === "" && documented === "header";
  if (app === undefined || isTwice || isPublic || !mayBeIn(place, call, app, documented)) {
    throw refuse("invalid_client");
  }
  return app;
}

type Place = "header" | "form";

function mayBeIn(place: Place, call: Call, { client_secret, settings }: App, documented: Place): boolean {
  const places = settings.credentials ?? call.world.config.credentialPlaces;
  if (places === "any" || client_secret === "") return true;
  if (places === "documented") return place === documented;
  return place === (places === "basic" ? "header" : "form");
}

/**
 * Returns the app in the Basic header, with its credentials percent-encoded (RFC 6749 2.3.1) or not, as many clients
 * send them.
 */
function appFromHeader(call: Call): App | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*)$/i.exec(call.request.headers.get("authorization") ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [, id = "", secret = ""] = /^([^:]*):(.*)$/s.exec(decodeBase64(encoded)) ?? [];
  return checkApp(call, id, secret) ?? checkApp(call, formDecode(id), formDecode(secret));
}

function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    // Not base64, so there are no valid credentials.
    return "";
  }
}

function formDecode(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value") ?? "";
}

function appFromForm(call: Call, form: URLSearchParams): App | undefined {
  return checkApp(call, form.get("client_id") ?? "", form.get("client_secret") ?? "");
}

function checkApp(call: Call, id: string, secret: string): App | undefined {
  const app = findApp(call.world, id);
  return app?.client_secret === secret ? app : undefined;
}

/** Ends a session. The token is in a JSON body or, like in other requests, in the header. */
async function signOutRoute(call: Call): Promise<Response> {
  const header = /^(?:oauth|bearer) +(\S+)$/i.exec(call.request.headers.get("authorization") ?? "")?.[1];
  const accessToken = await tokenInBody(call) ?? header;
  if (accessToken === undefined || !signOut(call.world, accessToken)) throw unauthorized();
  return empty(call);
}

async function tokenInBody(call: Call): Promise<string | undefined> {
  try {
    const body: unknown = JSON.parse(await readText(call.request));
    const token = typeof body === "object" && body !== null && "access_token" in body ? body.access_token : undefined;
    return typeof token === "string" ? token : undefined;
  } catch {
    // Not JSON: only the header remains.
    return undefined;
  }
}

/** Revokes everything that the user has granted to this app. */
function disconnectRoute(call: Call): Response {
  if (!isSince(call.world.config, "disconnect")) throw notFound();
  disconnect(call.world, call.caller?.clientId ?? "", call.user);
  return empty(call);
}

/** Answers the paths that were shut down in April 2026. */
function shutDown(call: Call): never {
  throw notFound(`This address was shut down. Use ${call.urls.auth}/authorize and ${call.urls.auth}/oauth/token.`);
}

/** The OAuth host. */
export const oauthRoutes: Handlers = {
  "GET /authorize": askForConsent,
  "POST /authorize": takeConsent,
  "POST /oauth/token": token,
  "POST /sign-out": signOutRoute,
  "POST /disconnect": disconnectRoute,
  "GET /connect": shutDown,
  "POST /connect": shutDown,
  "POST /oauth2/token": shutDown,
};
