/**
 * Signing in: the browser, the way back, and the exchange of the code.
 *
 * @module
 */

import { randomBytes } from "node:crypto";
import { generateCodeChallenge, generateCodeVerifier, getAuthorizationUrl } from "@tonearm/client";
import { openInBrowser } from "../host/browser.ts";
import { type Answer, queryOf, readAnswer } from "./callback.ts";
import type { Context } from "../context.ts";
import { Failure } from "../errors.ts";
import type { Input } from "../host/host.ts";
import { listen, type Loopback } from "./loopback.ts";

/** How to sign in. */
export interface LoginSettings {
  /** The application's id. */
  readonly clientId: string;
  /** The OAuth host, where it is not the default. */
  readonly authUrl: string | undefined;
  /** Where the browser comes back to; port 0 is any free one. */
  readonly redirectUri: string;
  /** Whether to open a browser. */
  readonly browser: boolean;
  /** How long to wait for the person. */
  readonly waitMs: number;
}

/** What the exchange needs. */
export interface Grant {
  /** The code, good for one exchange. */
  readonly code: string;
  /** The verifier whose challenge was sent. */
  readonly verifier: string;
  /** The redirect URI that was sent, to be repeated to the letter. */
  readonly redirectUri: string;
}

/** Sends the person to the service and waits for the answer. */
export async function authorize(context: Context, settings: LoginSettings): Promise<Grant> {
  const state = randomBytes(24).toString("base64url");
  const verifier = generateCodeVerifier();
  const server = await listenFor(settings, state);
  try {
    const redirectUri = withPort(settings.redirectUri, server?.port);
    const codeChallenge = await generateCodeChallenge(verifier);
    const { clientId, authUrl } = settings;
    const options = { state, codeChallenge, ...(authUrl === undefined ? {} : { authUrl }) };
    const url = getAuthorizationUrl(clientId, redirectUri, options);
    const opened = settings.browser && await tryToOpen(context, url);
    if (!opened) await context.say(`Open this address in a browser:\n\n  ${url}\n\n`);
    if (settings.redirectUri !== redirectUri) await context.note(unregistered(redirectUri));
    const answer = await firstAnswer(context, { server, state, redirectUri, opened, waitMs: settings.waitMs });
    return { code: codeOf(answer, redirectUri), verifier, redirectUri };
  } finally {
    await server?.close();
  }
}

/** A server where the redirect URI leads to this machine. Whoever pastes the address can do without one. */
async function listenFor({ redirectUri, browser }: LoginSettings, state: string): Promise<Loopback | undefined> {
  const { protocol, hostname, port, pathname } = new URL(redirectUri);
  if (protocol !== "http:" || !["127.0.0.1", "localhost"].includes(hostname)) return undefined;
  try {
    return await listen({ port: Number(port || 80), path: pathname, state });
  } catch (error) {
    if (browser || Number(port) === 0) throw error;
    return undefined;
  }
}

/** The port is replaced in the text: the service compares letter by letter, and URL would add a slash. */
function withPort(redirectUri: string, port: number | undefined): string {
  return port === undefined ? redirectUri : redirectUri.replace(/:0(?=\/|$)/, `:${port}`);
}

function unregistered(redirectUri: string): string {
  return `The service refuses this login unless your application's redirect URI is ${redirectUri}; --port names its port.`;
}

async function tryToOpen(context: Context, url: string): Promise<boolean> {
  try {
    await openInBrowser(url, context.env);
    await context.note(`Your browser opens; if it doesn't, open this address:\n\n  ${url}\n`);
    return true;
  } catch {
    await context.note("There is no browser to open here.");
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

/** The first of: the browser comes back, the address is pasted, time is up, the program is interrupted. */
async function firstAnswer(context: Context, waiting: Waiting): Promise<Answer> {
  const { server, state, opened, waitMs } = waiting;
  const { signal } = context.host;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = () => {};
  const ends = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(waiting)), waitMs);
    abort = () => reject(signal.reason);
  });
  signal.addEventListener("abort", abort, { once: true });
  try {
    const ways: Promise<Answer>[] = [ends];
    if (server) ways.push(server.answer);
    if (!opened && !context.settings.noInput) ways.push(pasted(context, state));
    else if (!server) throw new Failure("usage", `Nothing can come back from ${waiting.redirectUri}`, { hint: ELSE });
    return await Promise.race(ways);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

const ELSE =
  "Keep stdin open to paste it, sign in where there is a browser and copy the profile, or set TONEARM_TOKEN.";

/** The address that the browser landed on, as the person copies it. */
async function pasted(context: Context, state: string): Promise<Answer> {
  await context.say("Then paste here the address that the browser ends up at, even if that page can't be shown:\n");
  for await (const line of linesOf(context.host.stdin)) {
    const answer = readAnswer(queryOf(line), state);
    if (answer) return answer;
    await context.say("That is not the answer to this login: it holds another state, or no code. Try again:\n");
  }
  throw new Failure("auth", "stdin ended before an address was pasted", { code: "no_answer", hint: ELSE });
}

async function* linesOf(stdin: Input): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stdin) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/[\r\n]+/);
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") yield rest;
}

function tooLate({ waitMs, redirectUri }: Waiting): Failure {
  const hint =
    `A blank page means that the application isn't registered with exactly this redirect URI, scheme and port ` +
    `included: ${redirectUri}. Register it at soundcloud.com/you/apps, or name yours with --redirect-uri.`;
  return new Failure("auth", `No answer within ${waitMs / 1000} s`, { code: "login_timeout", hint });
}

const REASONS: Readonly<Record<string, string>> = {
  access_denied: "The access was denied in the browser",
  invalid_request: "The service did not accept the login request",
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
