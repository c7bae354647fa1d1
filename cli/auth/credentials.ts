// Where the credentials of a call come from: the sandbox, the environment or a profile, in this order.
import type { CallOptions } from "@tonearm/client";
import { ProfileStore } from "./config.ts";
import type { Profile } from "./profile.ts";
import { Failure, usage } from "../errors.ts";
import type { GlobalValues } from "../globals.ts";
import type { Environment } from "../host/host.ts";
import { configDirectory } from "../host/paths.ts";
import type { Terminal } from "../output/terminal.ts";

export type ApplicationSource =
  | { readonly kind: "app"; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: "profile"; readonly name: string; readonly profile: Profile };

export type Source =
  | ApplicationSource
  | { readonly kind: "sandbox" }
  | { readonly kind: "token"; readonly token: string };

/** What can send requests: the context of a command. */
export type Connected = Terminal & { readonly fetch: typeof globalThis.fetch };

export interface CredentialContext {
  readonly env: Environment;
  readonly settings: Pick<GlobalValues, "profile" | "sandbox">;
  readonly profiles: ProfileStore;
}

/** The base URLs, if they aren't SoundCloud's own. */
export type Addresses = Pick<CallOptions, "baseUrl" | "authUrl">;

export const SERVICE = { baseUrl: "https://api.soundcloud.com", authUrl: "https://secure.soundcloud.com" } as const;

export function openProfiles(env: Environment): ProfileStore {
  return new ProfileStore(configDirectory(env), async () => (await import("./keychain.ts")).findKeychain(env));
}

export async function profileName(context: CredentialContext): Promise<string> {
  return context.settings.profile ?? (context.env.TONEARM_PROFILE || await context.profiles.active());
}

export function wantsSandbox(env: Environment, { sandbox }: CredentialContext["settings"]): boolean {
  return sandbox === true || !["", "0", "false", "no"].includes((env.TONEARM_SANDBOX ?? "").toLowerCase());
}

/** Finds the credentials, or explains how to get some (exit 4). */
export async function findSource(context: CredentialContext): Promise<Source> {
  const { env, settings } = context;
  if (wantsSandbox(env, settings)) return { kind: "sandbox" };
  if (settings.profile === undefined && env.TONEARM_TOKEN) {
    return { kind: "token", token: checkedToken(env.TONEARM_TOKEN) };
  }
  return await findApplication(context);
}

/** A token that was read from a file may end with a line break. */
function checkedToken(given: string): string {
  const token = given.trim();
  if (isToken(token)) return token;
  throw usage("TONEARM_TOKEN must be printable text without spaces");
}

/** Tells whether a text can be sent as a token. */
export function isToken(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** Finds the credentials of an app, ignoring a token in the environment. */
export async function findApplication(context: CredentialContext): Promise<ApplicationSource> {
  const isNamed = context.settings.profile !== undefined;
  return (isNamed ? undefined : fromEnvironment(context.env)) ?? await fromProfile(context);
}

function fromEnvironment(env: Environment): ApplicationSource | undefined {
  const { TONEARM_CLIENT_ID: clientId, TONEARM_CLIENT_SECRET: clientSecret } = env;
  if (clientId && clientSecret) return { kind: "app", clientId, clientSecret };
  if (!clientId && !clientSecret) return undefined;
  const missing = clientId ? "TONEARM_CLIENT_SECRET" : "TONEARM_CLIENT_ID";
  throw new Failure("auth", `${missing} is not set`, { hint: "Set both the id and the secret of the application." });
}

async function fromProfile(context: CredentialContext): Promise<ApplicationSource> {
  const name = await profileName(context);
  const profile = await context.profiles.read(name);
  if (profile) return { kind: "profile", name, profile };
  const chosen = context.settings.profile ?? context.env.TONEARM_PROFILE;
  if (chosen) {
    const hint = "See `tonearm profile list`, or create it with `tonearm auth --profile NAME`.";
    throw new Failure("auth", `There is no profile ${JSON.stringify(name)}`, { hint });
  }
  const hint = "Run `tonearm auth` with the id and secret of your application, or try `tonearm --sandbox search lofi`.";
  throw new Failure("auth", "No credentials are stored", { hint });
}

/** Returns the base URLs. Credentials of a profile are sent only to their own hosts. */
export function addressesFor(env: Environment, source: Source | undefined): Addresses {
  const profile = source?.kind === "profile" ? source.profile : undefined;
  const baseUrl = checkedUrl("TONEARM_API_URL", env) ?? profile?.apiUrl;
  const authUrl = checkedUrl("TONEARM_AUTH_URL", env) ?? profile?.authUrl;
  if (profile) {
    guard(baseUrl, profile.apiUrl ?? SERVICE.baseUrl, "TONEARM_API_URL");
    guard(authUrl, profile.authUrl ?? SERVICE.authUrl, "TONEARM_AUTH_URL");
  }
  return { ...(baseUrl === undefined ? {} : { baseUrl }), ...(authUrl === undefined ? {} : { authUrl }) };
}

export function callLimits(
  { timeout, retries }: Pick<GlobalValues, "timeout" | "retries">,
): Pick<CallOptions, "timeoutMs" | "maxRetries"> {
  return { timeoutMs: timeout * 1000, maxRetries: retries };
}

/** The options of a call without a client: its base URLs, and the limits of the command line. */
export function callOptions({ fetch, host: { signal }, settings }: Connected, addresses: Addresses): CallOptions {
  return { ...addresses, fetch, signal, ...callLimits(settings) };
}

function checkedUrl(name: string, env: Environment): string | undefined {
  const value = env[name];
  if (!value) return undefined;
  if (URL.canParse(value) && isSafe(new URL(value))) return value.replace(/\/+$/, "");
  throw usage(`${name} must be an https URL, or a URL of this machine`, "Tokens are sent over HTTPS only.");
}

/** Like the library: https or the loopback interface, without a password or a query. */
function isSafe(url: URL): boolean {
  const isHere = url.protocol === "http:" && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return (url.protocol === "https:" || isHere) && url.href === url.origin + url.pathname;
}

function guard(url: string | undefined, made: string, variable: string): void {
  if (url === undefined || new URL(url).origin === new URL(made).origin) return;
  const hint = `Unset ${variable}, or create a profile for that host with \`tonearm auth --profile NAME\`.`;
  throw new Failure("auth", `The profile's credentials are for ${new URL(made).origin}, not ${new URL(url).origin}`, {
    hint,
  });
}
