import { auth } from "hono/utils/basic-auth";
import { isObject } from "../base/check.ts";
import { readText } from "../http/body.ts";
import type { Call } from "../http/call.ts";
import { rejected } from "../http/rejected.ts";
import type { NoteName, NoteValues } from "../http/notes.ts";
import type { Handlers } from "../http/operation.ts";
import { ApiFault, notFound, unauthorized } from "../http/errors.ts";
import { limitFault } from "../present/fields.ts";
import { empty, json } from "../http/reply.ts";
import { findOrTake, learnRedirect, learnSecret } from "../store/apps.ts";
import { exchangeCode, refresh } from "../store/grants.ts";
import { use } from "../store/limits.ts";
import { type App, disconnect, findApp, type IssuedTokens, issueTokens, limitOf, signOut } from "../store/oauth.ts";
import { askForConsent, takeConsent } from "./authorize.ts";

const FORM = "application/x-www-form-urlencoded";
const CHALLENGE_HEADER = { "www-authenticate": "Basic" };
const LIMITED = { body: { error: "rate_limit_exceeded" }, headers: CHALLENGE_HEADER };

type ErrorCode = "invalid_client" | "invalid_grant" | "invalid_request" | "unsupported_grant_type";

function refuse(error: ErrorCode, note: NoteName, values?: NoteValues): ApiFault {
  const headers = error === "invalid_client" ? CHALLENGE_HEADER : {};
  return new ApiFault(error === "invalid_client" ? 401 : 400, "", { body: { error }, headers }).because(note, values);
}

function missing(name: string): ApiFault {
  return refuse("invalid_request", "missing_parameter", { name });
}

/** Returns tokens. Caches must not store them (RFC 6749 5.1). */
function tokenReply(call: Call, tokens: IssuedTokens): Response {
  return json(call, tokens, 200, { "cache-control": "no-store", "pragma": "no-cache" });
}

/** Each grant has one place for the credentials, Basic or the form, unless the settings allow others. */
async function token(call: Call): Promise<Response> {
  const form = await readForm(call);
  const grant = form.get("grant_type");
  if (grant === null) throw missing("grant_type");
  if (grant === "client_credentials") return grantCredentials(call, form);
  if (grant === "authorization_code") return grantCode(call, form);
  if (grant === "refresh_token") return grantRefresh(call, form);
  throw refuse("unsupported_grant_type", "wrong_grant", { grant });
}

/** Reads a form; a repeated parameter is invalid (RFC 6749 3.2). */
async function readForm(call: Call): Promise<URLSearchParams> {
  const type = call.request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== FORM) throw refuse("invalid_request", "not_a_form", { type: type ?? "without a type" });
  const form = new URLSearchParams(await readText(call.request));
  const names = [...form.keys()];
  const name = names.find((each, i) => names.indexOf(each) < i);
  if (name !== undefined) throw refuse("invalid_request", "repeated_parameter", { name });
  return form;
}

function grantCredentials(call: Call, form: URLSearchParams): Response {
  const app = callingApp(call, form, "header");
  const { world } = call;
  const tokens = call.db.transaction(() => {
    const usedUp = [
      use(world, limitOf(world, "clientCredentialsPerApp", app.client_id), app.client_id),
      use(world, limitOf(world, "clientCredentialsPerAddress"), call.connection?.remoteAddress ?? ""),
    ].filter((usage) => usage !== undefined);
    if (usedUp.length > 0) throw limitFault(world, usedUp, LIMITED);
    return issueTokens(world, app.client_id, null);
  });
  return tokenReply(call, tokens);
}

function grantCode(call: Call, form: URLSearchParams): Response {
  const app = callingApp(call, form, "form");
  const code = form.get("code");
  const redirectUri = form.get("redirect_uri");
  if (!code || !redirectUri) throw missing(code ? "redirect_uri" : "code");
  const tokens = exchangeCode(call.world, app, { code, redirectUri, verifier: form.get("code_verifier") ?? "" });
  if (typeof tokens === "string") throw refuse("invalid_grant", tokens, grantValues(call, app));
  return tokenReply(call, tokens);
}

function grantValues({ world }: Call, { redirectUris }: App): NoteValues {
  return { known: redirectUris.join(", "), seconds: world.config.codeTtlSeconds };
}

function grantRefresh(call: Call, form: URLSearchParams): Response {
  const app = callingApp(call, form, "form");
  const refreshToken = form.get("refresh_token");
  const redirectUri = form.get("redirect_uri");
  if (!refreshToken) throw missing("refresh_token");
  if (redirectUri === null && call.world.config.refreshRequiresRedirectUri) throw missing("redirect_uri");
  if (redirectUri !== null && !learnRedirect(call.world, app, redirectUri).redirectUris.includes(redirectUri)) {
    throw refuse("invalid_grant", "wrong_redirect", grantValues(call, app));
  }
  const tokens = refresh(call.world, app, refreshToken);
  if (typeof tokens === "string") throw refuse("invalid_grant", tokens);
  return tokenReply(call, tokens);
}

/** Returns the calling app. Its credentials have to be in exactly one place, which has to be allowed. */
function callingApp(call: Call, form: URLSearchParams, documented: Place): App {
  const place: Place = call.request.headers.has("authorization") ? "header" : "form";
  const app = place === "header"
    ? appFromHeader(call)
    : checkApp(call, form.get("client_id") ?? "", form.get("client_secret") ?? "");
  if (place === "header" && form.has("client_secret")) throw refuse("invalid_client", "secret_twice");
  // An app without a secret cannot prove its identity for an app token.
  if (app.client_secret === "" && documented === "header") throw refuse("invalid_client", "public_app");
  if (!mayBeIn(place, call, app, documented)) throw refuse("invalid_client", `secret_in_${place}`);
  return app;
}

type Place = "header" | "form";

function mayBeIn(place: Place, call: Call, { client_secret, settings }: App, documented: Place): boolean {
  const places = settings.credentials ?? call.world.config.credentialPlaces;
  if (places === "any" || client_secret === "") return true;
  if (places === "documented") return place === documented;
  return place === (places === "basic" ? "header" : "form");
}

/** Its credentials are percent-encoded (RFC 6749 2.3.1) or not, as many clients send them. */
function appFromHeader(call: Call): App {
  const given = auth(call.request);
  if (given === undefined) throw refuse("invalid_client", "not_basic");
  const { username: id, password: secret } = given;
  return checkApp(call, formDecode(id), formDecode(secret), findApp(call.world, id) && secret);
}

function formDecode(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value") ?? "";
}

function checkApp(call: Call, id: string, ...secrets: readonly (string | undefined)[]): App {
  if (id === "") throw refuse("invalid_client", "no_credentials");
  call.app = id;
  const found = findOrTake(call.world, id);
  const app = found && learnSecret(call.world, found, secrets[0] ?? "");
  if (app === undefined) throw refuse("invalid_client", "unknown_client", { id });
  if (!secrets.includes(app.client_secret)) throw refuse("invalid_client", "wrong_secret", { id });
  return app;
}

/** Ends a session. The token is in a JSON body or, like in other requests, in the header. */
async function signOutRoute(call: Call): Promise<Response> {
  const header = /^(?:oauth|bearer) +(\S+)$/i.exec(call.request.headers.get("authorization") ?? "")?.[1];
  const accessToken = await tokenInBody(call) ?? header;
  if (accessToken === undefined) throw unauthorized().because("no_header");
  if (!signOut(call.world, accessToken)) throw rejected(call, `OAuth ${accessToken}`);
  return empty(call);
}

async function tokenInBody(call: Call): Promise<string | undefined> {
  try {
    const body: unknown = JSON.parse(await readText(call.request));
    return isObject(body) && typeof body.access_token === "string" ? body.access_token : undefined;
  } catch {
    // Not JSON: only the header remains.
    return undefined;
  }
}

function disconnectRoute(call: Call): Response {
  disconnect(call.world, call.caller?.clientId ?? "", call.user);
  return empty(call);
}

/** Answers the paths that were shut down in April 2026. */
function shutDown(call: Call): never {
  throw notFound(`This address was shut down. Use ${call.urls.auth}/authorize and ${call.urls.auth}/oauth/token.`);
}

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
