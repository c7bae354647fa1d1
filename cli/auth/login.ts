import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { generateCodeChallenge, generateCodeVerifier, getAuthorizationUrl } from "@tonearm/client";
import { openInBrowser } from "../host/browser.ts";
import { type Answer, queryOf, readAnswer } from "./callback.ts";
import { Failure, usage } from "../errors.ts";
import type { Environment } from "../host/host.ts";
import { pendingLines } from "../host/lines.ts";
import { race } from "../host/race.ts";
import type { Terminal } from "../output/terminal.ts";
import { clean } from "../output/text.ts";
import { listen, type Loopback } from "./loopback.ts";

export interface LoginSettings {
  readonly clientId: string;
  readonly authUrl: string | undefined;
  /** The redirect URIs, where port 0 means any free port; the first one with a free port is used. */
  readonly redirectUris: readonly [string, ...string[]];
  readonly browser: boolean;
  readonly waitMs: number;
}

export interface Grant {
  readonly code: string;
  readonly verifier: string;
  /** The redirect URI that was sent, to be repeated exactly. */
  readonly redirectUri: string;
}

/** The first one with a free port is used; `tonearm auth` asks the user to register all of them. */
export const DEFAULT_REDIRECTS: readonly [string, ...string[]] = [
  "http://127.0.0.1:8765/callback",
  "http://127.0.0.1:8766/callback",
  "http://127.0.0.1:8767/callback",
];

export async function authorize(context: Terminal, settings: LoginSettings): Promise<Grant> {
  if (!context.settings.input && settings.browser) throw usage("Cannot sign in with the browser and --no-input", WAYS);
  const state = randomBytes(24).toString("base64url");
  const verifier = generateCodeVerifier();
  const { server, redirectUri } = await listenFor(settings, state);
  try {
    const codeChallenge = await generateCodeChallenge(verifier);
    const { clientId, authUrl } = settings;
    const url = getAuthorizationUrl(clientId, redirectUri, { state, codeChallenge, authUrl });
    const opened = settings.browser && !isRemote(context.env) && await tryToOpen(context, url);
    if (!opened) await context.say(`Open this URL in a browser:\n\n  ${url}\n\n`);
    if (server && isRemote(context.env)) await context.say(forwarding(context.env, server.port));
    await context.note(`SoundCloud redirects only to a registered URI; register your application with ${redirectUri}.`);
    const answer = await firstAnswer(context, { server, state, redirectUri, opened, waitMs: settings.waitMs });
    return { code: codeOf(answer, redirectUri), verifier, redirectUri };
  } finally {
    await server?.close();
  }
}

/** Starts a server if a redirect URI points to this machine. Pasting the URL needs none. */
async function listenFor({ redirectUris, browser }: LoginSettings, state: string) {
  const [first] = redirectUris;
  for (const redirectUri of redirectUris) {
    const { protocol, hostname, port, pathname } = new URL(redirectUri);
    if (protocol !== "http:" || !["127.0.0.1", "localhost"].includes(hostname)) break;
    try {
      const server = await listen({ port: Number(port || 80), path: pathname, state });
      // The port is replaced in the text: SoundCloud compares letter by letter, and URL would add a slash.
      return { server, redirectUri: redirectUri.replace(/:0(?=\/|$)/, `:${server.port}`) };
    } catch (error) {
      // A requested port must be free; for the default ports there are alternatives and the pasted URL.
      if (Number(port) === 0 || browser && redirectUris.length === 1) throw error;
    }
  }
  return { server: undefined, redirectUri: first };
}

/** Whether the user works from another machine, where no local browser would be visible. */
function isRemote({ SSH_CONNECTION, SSH_TTY, DISPLAY, WAYLAND_DISPLAY, BROWSER }: Environment): boolean {
  return !!(SSH_CONNECTION || SSH_TTY) && !(DISPLAY || WAYLAND_DISPLAY || BROWSER);
}

function forwarding({ SSH_CONNECTION = "", USER, LOGNAME }: Environment, port: number): string {
  const [, , host = "HOST", sshPort = "22"] = SSH_CONNECTION.split(" ");
  const to = clean(`${USER ?? LOGNAME ?? "USER"}@${host}`);
  const at = /^\d+$/.test(sshPort) && sshPort !== "22" ? ` -p ${sshPort}` : "";
  return `Before that, run this on your own machine, to forward the redirect to this one:\n\n` +
    `  ssh -N -L ${port}:127.0.0.1:${port}${at} ${to}\n\n`;
}

async function tryToOpen(context: Terminal, url: string): Promise<boolean> {
  try {
    await openInBrowser(url, context.env);
    await context.note(`Your browser opens; if it doesn't, open this URL:\n\n  ${url}\n`);
    return true;
  } catch {
    await context.note("Cannot open a browser on this machine.");
    return false;
  }
}

interface Waiting {
  readonly server: Loopback | undefined;
  readonly state: string;
  readonly redirectUri: string;
  readonly opened: boolean;
  readonly waitMs: number;
}

/** Resolves with the first of: the browser's redirect, a pasted URL, the timeout, an interruption. */
async function firstAnswer(context: Terminal, waiting: Waiting): Promise<Answer> {
  const { server, redirectUri, waitMs } = waiting;
  const { host, settings } = context;
  if (!server && !settings.input) {
    throw new Failure("usage", `Cannot receive the redirect to ${redirectUri}`, { hint: ELSE });
  }
  return await race(host.signal, (done) => [
    sleep(waitMs, undefined, { signal: done }).then(() => Promise.reject(tooLate(waiting))),
    ...(server ? [server.answer] : []),
    ...(settings.input ? [pasted(context, waiting)] : []),
  ]);
}

const WAYS = "Use --with-token, --pairing, or --no-browser to print the URL and wait until somebody has opened it.";
const ELSE =
  "Keep stdin open to paste it, sign in on a machine with a browser and copy the profile, or set TONEARM_TOKEN.";

async function pasted(context: Terminal, { state, opened, server }: Waiting): Promise<Answer> {
  await context.say(opened ? PASTE_ELSE : PASTE);
  for await (const line of pendingLines(context.host.stdin)) {
    const answer = readAnswer(queryOf(line), state);
    if (answer) return answer;
    await context.say("This URL doesn't belong to this login: its state differs, or it has no code. Try again:\n");
  }
  // If a browser was opened, its redirect may still arrive.
  if (opened && server) return await server.answer;
  throw new Failure("auth", "stdin ended before a URL was pasted", { code: "no_answer", hint: ELSE });
}

const PASTE = "Then paste the URL of the page that the browser ends on, even if it shows an error:\n";
const PASTE_ELSE = "If nothing happens after you allow access, paste the URL of the page that the browser ends on:\n";

function tooLate({ waitMs, redirectUri }: Waiting): Failure {
  const hint =
    `A blank page means that the application isn't registered with exactly this redirect URI, scheme and port ` +
    `included: ${redirectUri}. Register it at soundcloud.com/you/apps, or name yours with --redirect-uri.`;
  return new Failure("auth", `Nobody signed in within ${waitMs / 1000} s`, { code: "login_timeout", hint });
}

const REASONS: Readonly<Record<string, string>> = {
  access_denied: "The access was denied in the browser",
  invalid_request: "SoundCloud did not accept the login request",
};

function codeOf(answer: Answer, redirectUri: string): string {
  if ("code" in answer) return answer.code;
  const { error, description } = answer;
  const message = `${REASONS[error] ?? "The login failed"} (${error}${description ? `: ${description}` : ""})`;
  const hint = error === "access_denied"
    ? "Nothing was saved. Run `tonearm login` again and choose to allow it."
    : `Is the application registered with exactly ${redirectUri}?`;
  throw new Failure("auth", message, { code: error, hint });
}
