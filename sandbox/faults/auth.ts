import { bare, html } from "./bodies.ts";
import { relocate } from "./reshape.ts";
import type { FaultDefinitions } from "./rule.ts";
import type { Call } from "../http/call.ts";

const TOKEN = { method: "POST", path: "/oauth/token" };
const AUTHORIZE = { path: "/authorize" };

function isGrant(grant: string): (call: Call) => Promise<boolean> {
  return async (call) => new URLSearchParams(await call.peek()).get("grant_type") === grant;
}

function tamper(location: URL): string {
  if (location.searchParams.has("state")) location.searchParams.set("state", "tampered");
  return location.href;
}

const BLANK = "<!DOCTYPE html>\n<title>SoundCloud</title>\n";
const UNEXPECTED = "<!DOCTYPE html>\n<title>SoundCloud</title>\n<p>Something unexpected happened</p>\n";

export const authFaults: FaultDefinitions = {
  token_429_spurious: {
    rule: { match: TOKEN },
    answer: ({ call }) => bare(call, 429, { error: "rate_limit_exceeded" }, { "www-authenticate": "Basic" }),
  },
  refresh_commit_then_drop: { rule: { match: TOKEN, drop: "after_commit" }, applies: isGrant("refresh_token") },
  refresh_drop_before_commit: { rule: { match: TOKEN, drop: "before" }, applies: isGrant("refresh_token") },
  code_exchange_flaky: {
    rule: { match: TOKEN, probability: 0.5 },
    applies: isGrant("authorization_code"),
    answer: ({ call }) => bare(call, 400, { error: "invalid_grant" }),
  },
  authorize_blank: { rule: { match: AUTHORIZE }, answer: ({ call }) => html(call, 200, BLANK) },
  authorize_500: { rule: { match: AUTHORIZE }, answer: ({ call }) => html(call, 500, UNEXPECTED) },
  app_revoked: { rule: { match: TOKEN }, answer: ({ call }) => bare(call, 401, { error: "invalid_client" }) },
  state_tampered: { rule: { match: AUTHORIZE }, change: (reply) => relocate(reply, tamper) },
  redirect_schemeless: {
    rule: { match: AUTHORIZE },
    change: (reply, { call }) =>
      relocate(reply, ({ host, pathname, search }) => `${call.url.origin}/${host}${pathname}${search}`),
  },
};
