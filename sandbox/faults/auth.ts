import { bare, html } from "./bodies.ts";
import { relocate } from "./reshape.ts";
import type { FaultDefinition } from "./rule.ts";
import type { Call } from "../http/call.ts";

/** Faults of the authorization host. */
export type AuthFault =
  | "token_429_spurious"
  | "refresh_commit_then_drop"
  | "refresh_drop_before_commit"
  | "code_exchange_flaky"
  | "authorize_blank"
  | "authorize_500"
  | "app_revoked"
  | "state_tampered"
  | "redirect_schemeless";

const TOKEN = { method: "POST", path: "/oauth/token" };
const AUTHORIZE = { path: "/authorize" };

/** Checks whether a token request uses a grant type. */
async function isGrant(call: Call, grant: string): Promise<boolean> {
  return new URLSearchParams(await call.peek()).get("grant_type") === grant;
}

function isRefresh(call: Call): Promise<boolean> {
  return isGrant(call, "refresh_token");
}

function tamper(location: URL): string {
  if (location.searchParams.has("state")) location.searchParams.set("state", "tampered");
  return location.href;
}

const BLANK = "<!DOCTYPE html>\n<title>SoundCloud</title>\n";
const UNEXPECTED = "<!DOCTYPE html>\n<title>SoundCloud</title>\n<p>Something unexpected happened</p>\n";

/** Faults of the authorization host. */
export const authFaults: Readonly<Record<AuthFault, FaultDefinition>> = {
  token_429_spurious: {
    about: "The token endpoint replies 429 although no limit is used up.",
    rule: { match: TOKEN },
    answer: ({ call }) => bare(call, 429, { error: "rate_limit_exceeded" }, { "www-authenticate": "Basic" }),
  },
  refresh_commit_then_drop: {
    about: "A refresh succeeds, but its reply is lost.",
    rule: { match: TOKEN, drop: "after_commit" },
    applies: isRefresh,
  },
  refresh_drop_before_commit: {
    about: "The connection is lost before a refresh takes effect.",
    rule: { match: TOKEN, drop: "before" },
    applies: isRefresh,
  },
  code_exchange_flaky: {
    about: "Every second exchange of a valid code fails.",
    rule: { match: TOKEN, probability: 0.5 },
    applies: (call) => isGrant(call, "authorization_code"),
    answer: ({ call }) => bare(call, 400, { error: "invalid_grant" }),
  },
  authorize_blank: {
    about: "The authorize page is blank.",
    rule: { match: AUTHORIZE },
    answer: ({ call }) => html(call, 200, BLANK),
  },
  authorize_500: {
    about: "The authorize page fails.",
    rule: { match: AUTHORIZE },
    answer: ({ call }) => html(call, 500, UNEXPECTED),
  },
  app_revoked: {
    about: "The app no longer exists.",
    rule: { match: TOKEN },
    answer: ({ call }) => bare(call, 401, { error: "invalid_client" }),
  },
  state_tampered: {
    about: "The authorize page returns a different state.",
    rule: { match: AUTHORIZE },
    change: (reply) => relocate(reply, tamper),
  },
  redirect_schemeless: {
    about: "The redirect URI, with its code, is treated as a path of the authorization host.",
    rule: { match: AUTHORIZE },
    change: (reply, { call }) =>
      relocate(reply, ({ host, pathname, search }) => `${call.url.origin}/${host}${pathname}${search}`),
  },
};
