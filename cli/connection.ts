/**
 * The service, reached with whatever credentials there are.
 *
 * @module
 */

import { type RetryInfo, ServiceClient, type TokenProvider } from "@tonearm/client";
import type { Sandbox } from "@tonearm/sandbox";
import type { Context } from "./context.ts";
import { explain } from "./errors.ts";
import { addressesFor, findSource, profileStore, type Source } from "./auth/credentials.ts";
import { openSandbox } from "./host/sandbox.ts";
import { AppTokens, fixedToken, ProfileTokens, type TokenEndpoint, type Tokens } from "./auth/tokens.ts";

/** The service and how it is reached. */
export interface Connection {
  /** The library's client. */
  readonly client: ServiceClient;
  /** Where the credentials came from. */
  readonly source: Source;
  /** Whom the token speaks for, as far as that can be told. */
  readonly kind: "user" | "app" | "unknown";
  /** The address of the API. */
  readonly apiUrl: string;
  /** Access tokens, for what goes past the client. */
  readonly tokens: Tokens;
  /** The network without a token, for what lies on other hosts: sound, pictures, waveforms. */
  readonly media: typeof globalThis.fetch;
  /** The sandbox that stands in for the service, if one does. */
  readonly sandbox: Sandbox | undefined;
  /** Lets go of everything. */
  close(): void;
}

/** Finds credentials and makes a client with them. */
export async function connect(context: Context): Promise<Connection> {
  const source = await findSource(context.env, context.settings);
  if (source.kind === "sandbox") return await connectSandbox(context);
  const addresses = addressesFor(context.env, source);
  const { host } = context;
  const endpoint = {
    ...addresses,
    fetch: context.fetch,
    signal: host.signal,
    now: () => host.now(),
    ...protecting(host),
    unsaved: (cause: unknown) => noteUnsaved(context, cause),
  };
  const tokens = tokensFor(source, endpoint, context);
  const client = new ServiceClient({
    ...clientSettings(context),
    ...addresses,
    ...applicationOf(source),
    fetch: context.fetch,
    tokenProvider: provider(tokens),
  });
  const apiUrl = addresses.baseUrl ?? "https://api.soundcloud.com";
  const kind = kindOf(source);
  return { client, source, kind, apiUrl, tokens, media: context.fetch, sandbox: undefined, close: () => {} };
}

async function connectSandbox(context: Context): Promise<Connection> {
  const sandbox = await openSandbox(context.env);
  const { access_token } = sandbox.issueTokens();
  const fetch = context.watched(sandbox.fetch);
  const client = new ServiceClient({ ...clientSettings(context), ...sandbox.clientConfig, fetch });
  client.setToken(access_token);
  const tokens = fixedToken(access_token);
  return {
    client,
    source: { kind: "sandbox" },
    kind: "user",
    apiUrl: sandbox.clientConfig.baseUrl,
    tokens,
    media: fetch,
    sandbox,
    close: () => sandbox.close(),
  };
}

function tokensFor(source: Source, endpoint: TokenEndpoint, context: Context): Tokens {
  if (source.kind === "token") return fixedToken(source.token);
  if (source.kind === "app") return new AppTokens(source.clientId, source.clientSecret, endpoint);
  const name = source.kind === "profile" ? source.name : "";
  return new ProfileTokens(profileStore(context.env), name, endpoint);
}

/** A refresh that has begun is waited for, whatever ends the program. */
function protecting({ protect }: Context["host"]): Pick<TokenEndpoint, "protect"> {
  return protect ? { protect: (work) => protect(work) } : {};
}

/** A token that couldn't be stored serves this run all the same. */
async function noteUnsaved(context: Context, cause: unknown): Promise<void> {
  const what = `The new token couldn't be stored: ${explain(cause).message}`;
  await context.note(`${what}. It serves this command; afterwards see \`tonearm auth status\``).catch(() => {});
}

function kindOf(source: Source): Connection["kind"] {
  if (source.kind === "profile") return source.profile.token?.kind ?? "app";
  return source.kind === "app" ? "app" : "unknown";
}

function applicationOf(source: Source): { clientId: string; clientSecret: string } {
  if (source.kind === "profile") return source.profile;
  return source.kind === "app" ? source : { clientId: "unused", clientSecret: "unused" };
}

function clientSettings(context: Context) {
  const { timeout, retries } = context.settings;
  return {
    timeoutMs: timeout * 1000,
    maxRetries: retries,
    onRetry: (info: RetryInfo) => announce(context, info),
  };
}

/** A wait that is longer than a moment is announced. */
function announce(context: Context, { status, delayMs, attempt }: RetryInfo): void {
  const seconds = Math.max(1, Math.round(delayMs / 1000));
  const what = status === 429 ? "Rate limited" : status ? `The service answered ${status}` : "No answer";
  context.note(`${what}; trying again in ${seconds} s (attempt ${attempt})`).catch(() => context.spinner.clear());
}

function provider(tokens: Tokens): TokenProvider {
  let last = "";
  const remember = async (token: Promise<string>) => last = await token;
  return {
    getAccessToken: () => remember(tokens.current()),
    setTokens: () => {},
    refreshIfNeeded: () => remember(tokens.renew(last)),
  };
}
