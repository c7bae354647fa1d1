import { bare, html } from "./bodies.ts";
import { relocate } from "./reshape.ts";
import type { FaultDefinitions } from "./rule.ts";
import type { Call } from "../http/call.ts";

const TOKEN = { method: "POST", path: "/oauth/token" };
const AUTHORIZE = { path: "/authorize" };

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

export const authFaults: FaultDefinitions = {
  token_429_spurious: {
    rule: { match: TOKEN },
    answer: ({ call }) => bare(call, 429, { error: "rate_limit_exceeded" }, { "www-authenticate": "Basic" }),
  },
  refresh_commit_then_drop: { rule: { match: TOKEN, drop: "after_commit" }, applies: isRefresh },
  refresh_drop_before_commit: { rule: { match: TOKEN, drop: "before" }, applies: isRefresh },
  code_exchange_flaky: {
    rule: { match: TOKEN, probability: 0.5 },
    applies: (call) => isGrant(call, "authorization_code"),
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
