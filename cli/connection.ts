import { type RetryInfo, ServiceClient, type ServiceClientConfig, type TokenProvider } from "@tonearm/client";
import type { Connection, Context } from "./context.ts";
import { explain, Failure } from "./errors.ts";
import { addressesFor, callLimits, findSource, type Source } from "./auth/credentials.ts";

export async function connect(context: Context): Promise<Connection> {
  const source = await findSource(context);
  if (source.kind === "sandbox") return await connectSandbox(context);
  const addresses = addressesFor(context.env, source);
  const settings: ServiceClientConfig = {
    ...clientSettings(context),
    ...addresses,
    ...applicationOf(source),
    fetch: context.fetch,
    // Requests to the OAuth host have their own timeouts.
    callbackTimeoutMs: 0,
  };
  const client = new ServiceClient({ ...settings, tokenProvider: await tokensFor(source, settings, context) });
  const apiUrl = addresses.baseUrl ?? "https://api.soundcloud.com";
  return {
    client,
    source,
    kind: kindOf(source),
    apiUrl,
    media: context.limited(context.fetch),
    sandbox: undefined,
  };
}

async function connectSandbox(context: Context): Promise<Connection> {
  const { openSandbox } = await import("./host/sandbox.ts");
  const sandbox = await openSandbox(context.env);
  const { access_token } = sandbox.issueTokens();
  const fetch = context.watched(sandbox.fetch);
  const client = new ServiceClient({ ...clientSettings(context), ...sandbox.clientConfig, fetch });
  client.setToken(access_token);
  return {
    client,
    source: { kind: "sandbox" },
    kind: "user",
    apiUrl: sandbox.clientConfig.baseUrl,
    media: context.limited(fetch),
    sandbox,
  };
}

/** Returns the source of tokens. The library refreshes them; those of a profile are in its token store. */
async function tokensFor(
  source: Exclude<Source, { kind: "sandbox" }>,
  settings: ServiceClientConfig,
  context: Context,
): Promise<TokenProvider<ServiceClient>> {
  if (source.kind === "token") return fixedToken(source.token);
  const { appTokens, ProfileTokenStore, protectedTokens, sessionTokens } = await import("./auth/tokens.ts");
  if (source.kind === "app") {
    return appTokens(context.env, { ...source, authUrl: settings.authUrl }, (cause) => noteUnshared(context, cause));
  }
  const { name, profile } = source;
  const kind = profile.token?.kind ?? "app";
  const tokenStore = new ProfileTokenStore(context.profiles, name, kind, context.host.signal);
  if (kind === "app") {
    const { appTokenProvider } = await import("@tonearm/client/limits");
    return protectedTokens(appTokenProvider(tokenStore), context.host);
  }
  const session = new ServiceClient({ ...settings, callbackTimeoutMs: undefined, tokenStore });
  return protectedTokens(sessionTokens(session, tokenStore, (cause) => warnUnsaved(context, cause)), context.host);
}

function fixedToken(token: string): TokenProvider {
  const hint = "It may have expired: tokens are valid for an hour. Set a new one, or unset it and use a profile.";
  return {
    getAccessToken: () => token,
    setTokens: () => {},
    refreshIfNeeded: () =>
      Promise.reject(new Failure("auth", "SoundCloud rejected the token of TONEARM_TOKEN", { hint })),
  };
}

async function warnUnsaved(context: Context, cause: unknown): Promise<void> {
  context.hasUnsavedLogin = true;
  const what = `The new token couldn't be stored: ${explain(cause).message}`;
  await context.warn("unsaved", `${what}. This command uses it; then see \`tonearm auth status\``).catch(() => {});
}

/** Notes that this run requests a token of its own, because it can't share one. SoundCloud issues 30 an hour. */
async function noteUnshared(context: Context, cause: unknown): Promise<void> {
  await context.note(`${explain(cause).message}. This run requests its own token.`).catch(() => {});
}

function kindOf(source: Source): Connection["kind"] {
  if (source.kind === "profile") return source.profile.token?.kind ?? "app";
  return source.kind === "app" ? "app" : "unknown";
}

function applicationOf(source: Source): Pick<ServiceClientConfig, "clientId" | "clientSecret" | "redirectUri"> {
  if (source.kind === "app") return { clientId: source.clientId, clientSecret: source.clientSecret };
  if (source.kind !== "profile") return { clientId: "unused", clientSecret: "unused" };
  const { clientId, clientSecret, redirectUri } = source.profile;
  // A token from `tonearm login --with-token` needs no app credentials.
  return { clientId: clientId || "unused", clientSecret: clientSecret || "unused", redirectUri };
}

function clientSettings(context: Context) {
  return { ...callLimits(context.settings), onRetry: (info: RetryInfo) => announce(context, info) };
}

function announce(context: Context, { status, delayMs, attempt }: RetryInfo): void {
  const seconds = Math.max(1, Math.round(delayMs / 1000));
  const reply = status ? `SoundCloud responded with ${status}` : "No response";
  const what = status === 429 ? "Rate limited" : reply;
  context.note(`${what}; trying again in ${seconds} s (attempt ${attempt})`).catch(() => context.screen.clear());
}
