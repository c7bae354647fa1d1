/**
 * New tokens for refused ones.
 *
 * Refresh tokens are single use. A pair that is lost, or a refresh token sent twice, logs the user out; so one refresh
 * runs at a time, its result is stored before it's used, and a refused refresh token is first looked up again.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import type { Refresh } from "../transport/authorize.ts";
import type { ServiceToken } from "../types/token.ts";
import type { TokenKeeper } from "./token_keeper.ts";

/** What a refresh needs. */
export interface RefreshSettings {
  readonly keeper: TokenKeeper;
  /** Sends the refresh token to the service. */
  readonly exchange: (refreshToken: string) => Promise<ServiceToken>;
  /** The provider's own refresh, for a token that came from it. */
  readonly provide?: (() => Promise<string | undefined> | string | undefined) | undefined;
  /** The caller's `onTokenRefresh`. */
  readonly hook?: (() => unknown) | undefined;
  /** Does work that no other process may do at the same time. */
  readonly lock?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  readonly onDebug: (message: string) => void;
}

/** What came of a look at the stored pair: a token, and whether someone else had put it there. */
interface Outcome {
  access?: string | undefined;
  found?: boolean;
}

/**
 * Makes the refresh of a client.
 *
 * @param settings What it needs.
 * @returns A function that replaces a refused token. Calls at the same time share one refresh; a token that was
 * replaced since is answered with its successor.
 */
export function refresher(settings: RefreshSettings): Refresh {
  let running: Promise<string | undefined> | undefined;
  return async (refused) => {
    const current = running ? undefined : await settings.keeper.access();
    if (current && current !== refused) return current;
    return await (running ??= replace(refused, settings).finally(() => running = undefined));
  };
}

async function replace(refused: string | undefined, settings: RefreshSettings): Promise<string | undefined> {
  const { keeper, provide, lock = (work) => work() } = settings;
  if (provide && !keeper.pair.access) return await provide();
  const outcome = await lock(() => refreshStored(refused, settings));
  if (outcome.found) return outcome.access;
  const offer = await callHook(settings);
  if (!outcome.access) accept(offer, keeper);
  return keeper.pair.access ?? outcome.access;
}

async function refreshStored(refused: string | undefined, settings: RefreshSettings): Promise<Outcome> {
  const { keeper, exchange } = settings;
  const { changes } = keeper;
  const pair = await keeper.read();
  const find = ({ access, refresh } = keeper.pair): Outcome => {
    if (changes === keeper.changes) keeper.adopt({ access, refresh });
    return { access, found: true };
  };
  if (pair.access && pair.access !== refused) return find(pair);
  if (!pair.refresh) return {};
  let token: ServiceToken;
  try {
    token = await exchange(pair.refresh);
  } catch (error) {
    if (!(error instanceof ServiceError && error.isInvalidGrant)) throw error;
    // Another process may have used this refresh token first: then its pair is in the store.
    const now = await keeper.read();
    if (!now.access || now.access === pair.access) throw error;
    return find(now);
  }
  // The caller has set or cleared the tokens meanwhile, and the caller's word wins.
  if (changes !== keeper.changes) return find();
  await keeper.save(token.access_token, token.refresh_token ?? pair.refresh);
  return { access: token.access_token };
}

async function callHook({ hook, onDebug }: RefreshSettings): Promise<unknown> {
  try {
    return await hook?.();
  } catch (error) {
    onDebug(`onTokenRefresh failed: ${error instanceof Error ? error.message : error}`);
  }
}

/** Where there is no refresh token, the hook may bring a token: by `setToken`, or as its result. */
function accept(offer: unknown, keeper: TokenKeeper): void {
  if (typeof offer === "string") return keeper.set(offer);
  const { access_token, refresh_token } = (offer ?? {}) as Partial<ServiceToken>;
  if (typeof access_token === "string") keeper.set(access_token, refresh_token);
}
