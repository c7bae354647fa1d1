/**
 * Access tokens that stay fresh.
 *
 * Refresh tokens are single use, so that two processes that refresh at once would log each other out. Therefore a
 * profile's token is refreshed under a lock, read again first, and saved before it is used.
 *
 * @module
 */

import { getClientToken, refreshUserToken, ServiceError, type ServiceToken } from "@tonearm/client";
import { withFileLock } from "@tonearm/client/file";
import type { Profile, ProfileStore, StoredToken } from "./config.ts";
import type { Addresses } from "./credentials.ts";
import { Failure } from "../errors.ts";

/** Where access tokens come from. */
export interface Tokens {
  /** A token that is good as far as its age tells. */
  current(): Promise<string>;
  /** Another token, after the service rejected this one. */
  renew(rejected: string): Promise<string>;
}

/** What a token request needs. */
export interface TokenEndpoint extends Addresses {
  /** The network. */
  readonly fetch: typeof globalThis.fetch;
  /** Ends waits. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
  /** Keeps the process alive for work that nothing may interrupt. Default: nothing is kept. */
  protect?(work: Promise<string>): Promise<string>;
  /** Tells the person that a new token couldn't be stored, and why. Default: nobody is told. */
  unsaved?(cause: unknown): unknown;
}

/** A token is renewed so long before its end, so that it doesn't end on its way. */
const EARLY_MS = 60_000;
/** Pauses before a write that failed is tried again, in milliseconds. */
const WRITE_PAUSES_MS = [20, 100, 400] as const;

/** Whether a token's time is over, or nearly. */
export function isExpired(token: StoredToken, now: number): boolean {
  return token.expiresAt !== undefined && token.expiresAt - EARLY_MS <= now;
}

/** A token answer as it is stored. A refresh that brings no new refresh token leaves the old one in force. */
export function toStored(answer: ServiceToken, kind: "user" | "app", now: number, before?: StoredToken): StoredToken {
  const lifeMs = typeof answer.expires_in === "number" ? answer.expires_in * 1000 : undefined;
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token || before?.refreshToken,
    expiresAt: lifeMs === undefined ? undefined : now + lifeMs,
    kind,
  };
}

/** A token that was given and can't be renewed. */
export function fixedToken(token: string): Tokens {
  const rejected = new Failure("auth", "The service rejected the token of TONEARM_TOKEN", {
    hint: "It may have expired: tokens live an hour. Set a new one, or unset it and use a profile.",
  });
  return { current: () => Promise.resolve(token), renew: () => Promise.reject(rejected) };
}

/** Tokens of an application, kept in memory alone. */
export class AppTokens implements Tokens {
  readonly #clientId: string;
  readonly #clientSecret: string;
  readonly #endpoint: TokenEndpoint;
  #token: Promise<string> | undefined;

  /** Makes tokens for an application's id and secret. */
  constructor(clientId: string, clientSecret: string, endpoint: TokenEndpoint) {
    this.#clientId = clientId;
    this.#clientSecret = clientSecret;
    this.#endpoint = endpoint;
  }

  /** The token of this run. */
  current(): Promise<string> {
    return this.#token ??= this.#exchange();
  }

  /** A new one. */
  renew(): Promise<string> {
    return this.#token = this.#exchange();
  }

  async #exchange(): Promise<string> {
    return (await getClientToken(this.#clientId, this.#clientSecret, callOptions(this.#endpoint))).access_token;
  }
}

/** Tokens of a profile, shared with every other process that uses it. */
export class ProfileTokens implements Tokens {
  readonly #store: ProfileStore;
  readonly #name: string;
  readonly #endpoint: TokenEndpoint;
  /** A token that couldn't be stored: it serves this run, and is stored before the next one is asked for. */
  #unsaved: { readonly token: StoredToken; readonly spent: StoredToken | undefined } | undefined;

  /** Makes tokens over a stored profile. */
  constructor(store: ProfileStore, name: string, endpoint: TokenEndpoint) {
    this.#store = store;
    this.#name = name;
    this.#endpoint = endpoint;
  }

  /** The stored token, renewed first where its time is over. */
  async current(): Promise<string> {
    const token = this.#unsaved?.token ?? (await this.#read()).token;
    return token && !isExpired(token, this.#endpoint.now()) ? token.accessToken : await this.renew(undefined);
  }

  /** The token that another process has stored meanwhile, or a new one. */
  async renew(rejected: string | undefined): Promise<string> {
    const protect = this.#endpoint.protect ?? ((work) => work);
    const task = async () => {
      this.#endpoint.signal.throwIfAborted();
      await this.#settle();
      const profile = await this.#read();
      const { token } = profile;
      const usable = token && token.accessToken !== rejected && !isExpired(token, this.#endpoint.now());
      return usable ? token.accessToken : await protect(this.#replace(profile));
    };
    return await withFileLock(this.#store.lockPath(this.#name), task, { signal: this.#endpoint.signal });
  }

  /** Stores what couldn't be stored before, here or in a process that is gone: the only valid pair may be in it. */
  async #settle(): Promise<void> {
    const { token, spent } = this.#unsaved ?? {};
    // The update itself completes a write that a crash or a failing disk has interrupted.
    await this.#store.update(
      this.#name,
      (now) => token && now && isSame(now.token, spent) ? { ...now, token } : undefined,
    );
    this.#unsaved = undefined;
  }

  /** Nothing ends this once it has begun: a refresh token that was sent is followed by its new pair. */
  async #replace(profile: Profile): Promise<string> {
    const token = await this.#exchange(profile);
    try {
      if (await this.#save(token, profile.token)) return token.accessToken;
    } catch (cause) {
      this.#unsaved = { token, spent: profile.token };
      await this.#endpoint.unsaved?.(cause);
      return token.accessToken;
    }
    // Somebody has signed in or out meanwhile: theirs is the word.
    const now = await this.#read();
    if (now.token?.kind === profile.token?.kind && now.token) return now.token.accessToken;
    throw new Failure("auth", `The profile ${this.#name} was signed out meanwhile`, { hint: "Run `tonearm login`." });
  }

  /** Stores a token in place of the one that it was got for. Says whether it's there; a write that fails is repeated. */
  async #save(token: StoredToken, spent: StoredToken | undefined): Promise<boolean> {
    let isThere = false;
    const change = (now: Profile | undefined) => {
      // A write that failed half-way may be completed by the next one.
      isThere = isSame(now?.token, token);
      return now && !isThere && isSame(now.token, spent) ? { ...now, token } : undefined;
    };
    for (let tries = 0;; tries++) {
      try {
        return await this.#store.update(this.#name, change) !== undefined || isThere;
      } catch (error) {
        const pauseMs = WRITE_PAUSES_MS[tries];
        if (pauseMs === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** A refresh token that is refused may have been spent by another process, whose pair is then stored. */
  async #exchange(profile: Profile): Promise<StoredToken> {
    try {
      return await renewed(profile, this.#endpoint);
    } catch (error) {
      const now = await this.#store.read(this.#name);
      if (now?.token && !isSame(now.token, profile.token)) return now.token;
      throw error;
    }
  }

  async #read(): Promise<Profile> {
    const profile = await this.#store.read(this.#name);
    if (profile) return profile;
    throw new Failure("auth", `The profile ${this.#name} is gone`, { hint: "Run `tonearm auth`." });
  }
}

function isSame(a: StoredToken | undefined, b: StoredToken | undefined): boolean {
  return a?.accessToken === b?.accessToken && a?.refreshToken === b?.refreshToken;
}

async function renewed(profile: Profile, endpoint: TokenEndpoint): Promise<StoredToken> {
  const { token } = profile;
  if (token?.kind === "user") return await refreshed(profile, token, endpoint);
  const answer = await getClientToken(profile.clientId, profile.clientSecret, callOptions(endpoint));
  return toStored(answer, "app", endpoint.now());
}

async function refreshed(profile: Profile, token: StoredToken, endpoint: TokenEndpoint): Promise<StoredToken> {
  const over = "The login is over: its refresh token no longer works";
  if (!token.refreshToken) throw new Failure("auth", over, { hint: "Run `tonearm login`." });
  const { clientId, clientSecret, redirectUri } = profile;
  try {
    const answer = await refreshUserToken(
      clientId,
      clientSecret,
      redirectUri,
      token.refreshToken,
      callOptions(endpoint),
    );
    return toStored(answer, "user", endpoint.now(), token);
  } catch (error) {
    if (!(error instanceof ServiceError && error.isPermanentAuthError)) throw error;
    throw new Failure("auth", over, { hint: "Run `tonearm login`.", code: "login_over", cause: error });
  }
}

/** Without the program's signal: a reply that nobody waits for is a session that is lost. */
function callOptions({ fetch, authUrl }: TokenEndpoint) {
  return { fetch, maxRetries: 0, timeoutMs: 60_000, ...(authUrl === undefined ? {} : { authUrl }) };
}
