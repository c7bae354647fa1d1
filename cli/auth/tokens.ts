// Where the library keeps the tokens of a run: in the profile, or in a file of the application's own.
// Refresh tokens are single use, so that two processes that refresh at once would log each other out. The library
// refreshes; this module stores.
import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  type AtomicTokenStore,
  isSameRecord,
  MemoryTokenStore,
  type ServiceClient,
  ServiceError,
  type ServiceToken,
  type TokenProvider,
  type TokenRecord,
  toTokenRecord,
} from "@tonearm/client";
import { FileTokenStore } from "@tonearm/client/file";
import { appTokenProvider } from "@tonearm/client/limits";
import type { ProfileStore } from "./config.ts";
import type { Profile, StoredToken } from "./profile.ts";
import { Failure } from "../errors.ts";
import type { Environment, Host } from "../host/host.ts";
import { tokenDirectory } from "../host/paths.ts";

export class ProfileTokenStore implements AtomicTokenStore {
  readonly #store: ProfileStore;
  readonly #name: string;
  readonly #kind: StoredToken["kind"];
  readonly #signal: AbortSignal;
  #ownsIntent = false;

  /** The signal ends waits for other processes, but not a refresh of this one: its new pair has to be stored. */
  constructor(store: ProfileStore, name: string, kind: StoredToken["kind"], signal: AbortSignal) {
    this.#store = store;
    this.#name = name;
    this.#kind = kind;
    this.#signal = signal;
  }

  async read(): Promise<TokenRecord | undefined> {
    if (!this.#ownsIntent) this.#signal.throwIfAborted();
    return recordOf(await this.#store.read(this.#name));
  }

  async compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    const change = (now: Profile | undefined) =>
      now && isSameRecord(recordOf(now), expected) ? withRecord(now, next, this.#kind) : undefined;
    const written = await this.#store.update(this.#name, change, "unchanged", { reserve: !!next.intent });
    if (written) this.#ownsIntent = !!next.intent;
    return written !== undefined;
  }
}

function recordOf(profile: Profile | undefined): TokenRecord | undefined {
  if (!profile) return undefined;
  const { generation = 0, blockedUntil, token: { kind: _kind, ...token } = {}, session } = profile;
  return toTokenRecord({ generation, blockedUntil, ...token, ...session });
}

function withRecord(profile: Profile, record: TokenRecord, kind: StoredToken["kind"]): Profile {
  const { generation, accessToken, refreshToken, issuedAt, expiresAt, ...session } = record;
  const { token: _token, blockedUntil: _blockedUntil, ...others } = profile;
  const token = { ...(refreshToken && { refreshToken }), issuedAt, expiresAt, kind };
  return { ...others, generation, session, ...(accessToken ? { token: { accessToken, ...token } } : {}) };
}

/** A provider whose refreshes end before the program does, so that a new pair is stored. */
export function protectedTokens<C>(provider: TokenProvider<C>, { protect }: Pick<Host, "protect">): TokenProvider<C> {
  if (!protect) return provider;
  return {
    getAccessToken: () => protect(Promise.resolve(provider.getAccessToken())),
    setTokens: (...tokens) => provider.setTokens(...tokens),
    refreshIfNeeded: (client, refused) => protect(Promise.resolve(provider.refreshIfNeeded(client, refused))),
  };
}

export function toStored(answer: ServiceToken, kind: StoredToken["kind"], now: number): StoredToken {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  if (typeof accessToken !== "string" || !accessToken) {
    throw new Failure("failed", "SoundCloud's response contains no token");
  }
  const expiresAt = typeof seconds === "number" ? now + seconds * 1000 : undefined;
  return { accessToken, ...(refreshToken && { refreshToken }), issuedAt: now, expiresAt, kind };
}

/** All runs share the token in a file, because SoundCloud issues few; without the file, each asks for one. */
export function appTokens(
  env: Environment,
  app: Pick<Profile, "clientId" | "clientSecret" | "authUrl">,
  unshared: (cause: ServiceError) => Promise<void>,
): TokenProvider<ServiceClient> {
  const { clientId, clientSecret, authUrl = "" } = app;
  const name = createHash("sha256").update(JSON.stringify([clientId, clientSecret, authUrl])).digest("hex").slice(
    0,
    16,
  );
  const shared = appTokenProvider(new FileTokenStore(join(tokenDirectory(env), `app-${name}.json`)));
  const own = appTokenProvider(new MemoryTokenStore());
  let provider = shared;
  const ask = async <T>(work: (from: TokenProvider<ServiceClient>) => T): Promise<Awaited<T>> => {
    try {
      return await work(provider);
    } catch (error) {
      const isStore = ServiceError.is(error) && (error.code === "token_store" || error.code === "lock");
      if (!isStore || provider === own) throw error;
      provider = own;
      await unshared(error);
      return await work(provider);
    }
  };
  return {
    getAccessToken: () => ask((from) => from.getAccessToken()),
    setTokens: () => {},
    refreshIfNeeded: (client, refused) => ask((from) => from.refreshIfNeeded(client, refused)),
  };
}

/** The tokens of a signed-in user. This run uses a pair even if it can't be stored. */
export function sessionTokens(
  session: ServiceClient,
  store: ProfileTokenStore,
  unsaved: (cause: ServiceError) => Promise<void>,
): TokenProvider {
  const isStored = async () => (await store.read().catch(() => undefined))?.accessToken === session.accessToken;
  const ask = async (refused?: string) => {
    try {
      return await session.auth.getAccessToken({ refused });
    } catch (error) {
      const isUnsaved = ServiceError.is(error) && error.code === "token_store" && session.accessToken !== undefined;
      // Without a new pair nothing was sent: the store has refused the intent.
      if (!isUnsaved || session.accessToken === refused || await isStored()) throw error;
      await unsaved(error);
      return session.accessToken;
    }
  };
  return { getAccessToken: () => ask(), setTokens: () => {}, refreshIfNeeded: (_client, refused) => ask(refused) };
}
