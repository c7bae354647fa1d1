// Signing in with a pairing code: the user allows the access on any device, and this program polls for it.
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceToken } from "@tonearm/client";
import { Failure, unreachable } from "../errors.ts";
import type { Connected } from "./credentials.ts";
import { clean } from "../output/text.ts";

export interface PairingSettings {
  readonly clientId: string;
  readonly authUrl: string;
  readonly waitMs: number;
}

interface Code {
  readonly code: string;
  readonly poll_token: string;
  readonly poll_interval_seconds?: unknown;
}

/** Bounds of the polling interval, in milliseconds, and its default. */
const PAUSE_MS = { least: 500, most: 30_000, usual: 3000 } as const;
const WORD = /^[\w-]{1,200}$/;

/** Shows a code and waits until the user has allowed the access; returns the tokens. */
export async function pair(context: Connected, settings: PairingSettings): Promise<ServiceToken> {
  const { authUrl, waitMs } = settings;
  const code = await openCode(context, settings);
  await context.say(`Open this URL on any device, and allow the access:\n\n  ${authUrl}/activate/${code.code}\n\n`);
  const seconds = code.poll_interval_seconds;
  const pauseMs = typeof seconds === "number" && seconds > 0 ? seconds * 1000 : PAUSE_MS.usual;
  const deadline = performance.now() + waitMs;
  for (;;) {
    const status = await statusOf(context, settings, code);
    if (status === "activated") return await signIn(context, settings, code);
    if (status === "expired" || performance.now() > deadline) throw over(status);
    const leftMs = Math.max(deadline - performance.now(), 0) + 1;
    const ms = Math.min(Math.max(pauseMs, PAUSE_MS.least), PAUSE_MS.most, leftMs);
    await sleep(ms, undefined, { signal: context.host.signal });
  }
}

function over(status: string): Failure {
  const message = status === "expired" ? "The pairing code has expired" : "The access was not allowed in time";
  return new Failure("auth", message, { code: "login_timeout", hint: "Run `tonearm login --pairing` again." });
}

async function openCode(context: Connected, settings: PairingSettings): Promise<Code> {
  const device = { name: clean(hostname()) };
  const { status, body } = await send(context, settings, "/pairing/codes", { client_id: settings.clientId, device });
  const { code = "", poll_token = "" } = body as Partial<Code>;
  if (WORD.test(String(code)) && WORD.test(String(poll_token)) && status < 300) return body as unknown as Code;
  const hint = "Run `tonearm login --no-browser`, and paste the URL of the redirect.";
  const message = `Cannot get a pairing code from ${new URL(settings.authUrl).host}: it responded with ${status}`;
  throw new Failure("auth", message, { code: "no_pairing", hint });
}

async function statusOf(context: Connected, settings: PairingSettings, { code, poll_token }: Code): Promise<string> {
  const answer = await send(context, settings, `/pairing/codes/${code}`, undefined, { poll_token }).catch(unreached);
  // The code takes time to reach every host, and a failing or unreachable host is polled again.
  return answer !== undefined && answer.status < 300 ? String(answer.body.status) : "unknown";
}

async function signIn(
  context: Connected,
  settings: PairingSettings,
  { code, poll_token }: Code,
): Promise<ServiceToken> {
  const form = { client_id: settings.clientId, pairing_code: code, poll_token };
  const { status, body } = await send(context, settings, "/pairing/sign-in", form);
  const token = Object(body.session ?? body) as ServiceToken;
  if (status < 300 && typeof token.access_token === "string") return token;
  throw new Failure("auth", `SoundCloud rejected the pairing code with ${status}`, { code: "invalid_grant" });
}

async function send(
  { fetch, host, settings: { timeout } }: Connected,
  { clientId, authUrl }: PairingSettings,
  path: string,
  body?: object,
  query: Record<string, string> = {},
) {
  const url = `${authUrl}${path}?${new URLSearchParams({ client_id: clientId, ...query })}`;
  const init = body
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    : { method: "GET" };
  const signal = AbortSignal.timeout(timeout * 1000);
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal });
    const json: unknown = await response.json().catch(() => ({}));
    return { status: response.status, body: Object(json) as Record<string, unknown> };
  } catch (cause) {
    host.signal.throwIfAborted();
    throw unreachable(url, cause);
  }
}

function unreached(error: unknown): undefined {
  if (!(error instanceof Failure && error.kind === "network")) throw error;
}
