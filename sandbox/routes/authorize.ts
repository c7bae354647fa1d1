import { readText } from "../http/body.ts";
import type { Call } from "../http/call.ts";
import { consentPage, refusalPage } from "../present/authorize_page.ts";
import { headersFor } from "../http/reply.ts";
import { explain, type NoteName, type NoteValues } from "../http/notes.ts";
import { issueCode } from "../store/grants.ts";
import { findOrTake, learnRedirect } from "../store/apps.ts";
import type { App } from "../store/oauth.ts";
import type { UserRow } from "../store/rows.ts";
import { findUserByPermalink } from "../store/users.ts";
import { findUser } from "../store/lookups.ts";

/** An unpadded base64url SHA-256. */
const CHALLENGE = /^[\w-]{43}$/;
const USERS_SHOWN = 50;

/** A request whose app and redirect URI are valid, so that it may be answered with a redirect. */
interface AuthorizationRequest {
  readonly app: App;
  readonly redirectUri: string;
  readonly challenge: string;
}

/** GET /authorize: the page or, with `sandbox_user`, the redirect after its form. */
export function askForConsent(call: Call): Response {
  const request = readRequest(call);
  if (request instanceof Response) return request;
  const chosen = call.query.get("sandbox_user");
  if (chosen !== null) return allow(call, request, chosen);
  return page(call, 200, consentPage(request.app.name, shownUsers(call)), request.redirectUri);
}

export function shownUsers(call: Call): UserRow[] {
  return call.db.all("SELECT * FROM users ORDER BY id LIMIT ?", USERS_SHOWN);
}

export function chosenUser(call: Call, chosen: string): UserRow | undefined {
  return findUserByPermalink(call.db, chosen) ??
    (/^\d+$/.test(chosen) ? findUser(call.db, Number(chosen)) : undefined);
}

/** POST /authorize: the user's decision. The request's parameters are still in the query. */
export async function takeConsent(call: Call): Promise<Response> {
  const request = readRequest(call);
  if (request instanceof Response) return request;
  if (isForeign(call)) return refuse(call, 403, "This form was sent from another site.");
  const form = new URLSearchParams(await readText(call.request));
  if (form.get("decision") === "deny") return redirect(call, request.redirectUri, { error: "access_denied" });
  if (form.get("decision") !== "allow") return refuse(call, 400, "The form contains no decision.");
  return allow(call, request, form.get("other")?.trim() || form.get("user") || "");
}

/** Checks whether another site sent the form, by its `Origin`: it must not decide for the user. */
export function isForeign(call: Call): boolean {
  const site = call.request.headers.get("sec-fetch-site") ?? "same-origin";
  const origin = call.request.headers.get("origin") ?? call.url.origin;
  return site !== "same-origin" || origin !== call.url.origin;
}

/** An unregistered app or redirect URI gets a page, because a redirect could lead the user to any site. */
function readRequest(call: Call): AuthorizationRequest | Response {
  const id = call.query.get("client_id") ?? "";
  const found = findOrTake(call.world, id);
  if (found === undefined) return refuse(call, 400, "No app has this client_id.", "unknown_client", { id });
  const redirectUri = call.query.get("redirect_uri");
  const app = redirectUri !== null && mayLearn(call, redirectUri)
    ? learnRedirect(call.world, found, redirectUri)
    : found;
  if (redirectUri === null || !app.redirectUris.includes(redirectUri)) {
    const known = app.redirectUris.join(", ") || "none";
    const reason = `The redirect_uri is not one registered for this app: ${known} (change it with --redirect-uri)`;
    return refuse(call, 400, reason, "wrong_redirect", { known });
  }
  const problem = problemOf(call.query);
  if (problem !== undefined) {
    call.note(explain(problem.error === "invalid_request" ? "no_challenge" : "response_type"));
    return redirect(call, redirectUri, problem);
  }
  return { app, redirectUri, challenge: call.query.get("code_challenge") ?? "" };
}

/** Schemes that a browser would run or open on this machine instead of passing a code to an app. */
const UNSAFE_SCHEME = /^(?:about|blob|data|file|javascript|vbscript):/;

export function isRedirect(text: string): boolean {
  return URL.canParse(text) && !UNSAFE_SCHEME.test(new URL(text).protocol);
}

/** Checks whether a new redirect URI may be learnt: a page of another site must not register itself. */
function mayLearn({ request }: Call, uri: string): boolean {
  if (!isRedirect(uri)) return false;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/.test(new URL(uri).hostname);
  return isLocal || !/^(?:cross|same)-site$/.test(request.headers.get("sec-fetch-site") ?? "");
}

function problemOf(query: URLSearchParams): { error: string; error_description: string } | undefined {
  if (query.get("response_type") !== "code") {
    return { error: "unsupported_response_type", error_description: "response_type must be code" };
  }
  if (query.get("code_challenge_method") !== "S256" || !CHALLENGE.test(query.get("code_challenge") ?? "")) {
    const error_description = "code_challenge must be an unpadded base64url SHA-256, code_challenge_method S256";
    return { error: "invalid_request", error_description };
  }
  return undefined;
}

function allow(call: Call, { app, redirectUri, challenge }: AuthorizationRequest, chosen: string): Response {
  const user = chosenUser(call, chosen);
  if (user === undefined) return refuse(call, 400, `The catalogue has no user ${chosen}.`);
  const code = issueCode(call.world, { clientId: app.client_id, userId: user.id, redirectUri, challenge });
  return redirect(call, redirectUri, { code });
}

function redirect(call: Call, address: string, result: Readonly<Record<string, string>>): Response {
  const location = new URL(address);
  for (const [name, value] of Object.entries(result)) location.searchParams.set(name, value);
  const state = call.query.get("state");
  if (state !== null) location.searchParams.set("state", state);
  const headers = headersFor(call, 302, {
    "location": location.href,
    "content-length": "0",
    "cache-control": "no-store",
  });
  return new Response(null, { status: 302, headers });
}

export function refuse(
  call: Call,
  status: number,
  reason: string,
  note: NoteName = "page",
  values: NoteValues = { reason },
): Response {
  call.note(explain(note, values));
  return page(call, status, refusalPage(reason));
}

/** Its policy allows the redirect of its form to the app, which browsers check like the form's own URL. */
export function page(call: Call, status: number, html: string, redirectUri?: string): Response {
  const target = redirectUri === undefined ? "" : ` ${formTarget(new URL(redirectUri))}`;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'self'${target}`;
  const headers = headersFor(call, status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    // Without a referrer, browsers send forms with `Origin: null`, which looks like another site.
    "referrer-policy": "same-origin",
  });
  return new Response(html, { status, headers });
}

function formTarget(address: URL): string {
  return address.protocol === "http:" || address.protocol === "https:" ? address.origin : address.protocol;
}
