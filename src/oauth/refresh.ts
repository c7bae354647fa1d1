/**
 * New tokens for refused ones.
 *
 * Refresh tokens are single use. A pair that is lost, or a refresh token sent twice, logs the user out; so one refresh
 * runs at a time, its result is stored before it's used, and a refused refresh token is first looked up again.
 *
 * @module
 */
import { isToken } from "../access_token.ts";
import { ServiceError } from "../errors.ts";
import { limited, messageOf } from "../transport/abortable.ts";
import type { Refresh } from "../transport/recover.ts";
import type { ServiceToken } from "../types/token.ts";
import { ask, type TokenManager, type TokenPair } from "./token_manager.ts";

/** What a refresh needs. */
export interface RefreshSettings {
  readonly manager: TokenManager;
  /** Sends the refresh token to the service. */
  readonly exchange: (refreshToken: string) => Promise<Partial<ServiceToken> | undefined>;
  /** The provider's own refresh, for a token that came from it. */
  readonly provide?: ((refused: string | undefined) => unknown) | undefined;
  /** The caller's `onTokenRefresh`. */
  readonly hook?: (() => unknown) | undefined;
  /** Does work that no other process may do at the same time. */
  readonly lock?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  readonly onDebug: (message: string) => void;
  /** How long a call waits for the caller's function that was at work before, in milliseconds; 0 for no limit. */
  readonly timeoutMs: number;
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
  let isAsked = false;
  const { manager, hook, provide, timeoutMs } = settings;
  const asking = {
    ...settings,
    hook: hook && (() => (isAsked = true, hook())),
    provide: provide && ((refused: string | undefined) => (isAsked = true, provide(refused))),
  };
  return async (refused) => {
    const current = running ? undefined : await manager.access();
    if (current && current !== refused) return current;
    if (running && isAsked) return await limited(running, timeoutMs);
    running ??= replace(refused, asking).finally(() => {
      running = undefined;
      isAsked = false;
    });
    return await running;
  };
}

async function replace(refused: string | undefined, settings: RefreshSettings): Promise<string | undefined> {
  const { manager, provide, lock = (work) => work() } = settings;
  const { changes } = manager;
  const { access, found } = provide && !manager.pair.access
    ? { access: await provided(() => provide(refused), manager) }
    : await lock(() => refreshStored(refused, settings));
  if (!found) await callHook(settings, access);
  // What the caller has set or cleared meanwhile wins.
  return changes === manager.changes ? access : manager.pair.access;
}

async function provided(provide: () => unknown, manager: TokenManager): Promise<string | undefined> {
  const access = await ask(provide) as string | undefined;
  if (access && access !== await manager.access()) await manager.save(access, undefined);
  return access;
}

async function refreshStored(refused: string | undefined, { manager, exchange }: RefreshSettings): Promise<Outcome> {
  const { changes } = manager;
  const pair = await manager.read();
  // Half of it may be of before the caller's change, half of after.
  if (changes !== manager.changes) return { found: true };
  const adopt = (other: TokenPair): Outcome => {
    if (changes === manager.changes) manager.adopt(other);
    return { access: other.access, found: true };
  };
  if (pair.access && pair.access !== refused) return adopt(pair);
  if (!pair.refresh) return {};
  let token: Partial<ServiceToken> | undefined;
  try {
    token = await exchange(pair.refresh);
  } catch (error) {
    if (!(error instanceof ServiceError && error.isInvalidGrant)) throw error;
    // Another process may have used this refresh token first: then its pair is in the store.
    const now = await manager.read();
    if (!now.access || now.access === pair.access) throw error;
    return adopt(now);
  }
  const { access_token: access, refresh_token: refresh } = token ?? {};
  if (!isToken(access)) throw new ServiceError(200, "The reply holds no token", undefined, { code: "invalid_body" });
  if (changes !== manager.changes) return { found: true };
  await manager.save(access, isToken(refresh) ? refresh : pair.refresh);
  return { access };
}

async function callHook({ hook, manager, onDebug }: RefreshSettings, access: string | undefined): Promise<void> {
  try {
    const offer = await hook?.();
    if (!access) accept(offer, manager);
  } catch (error) {
    onDebug(`onTokenRefresh failed: ${messageOf(error)}`);
  }
}

/** Where there is no refresh token, the hook may bring a token: by `setToken`, or as its result. */
function accept(offer: unknown, manager: TokenManager): void {
  if (typeof offer === "string") return manager.set(offer);
  const { access_token, refresh_token } = Object(offer) as Partial<ServiceToken>;
  if (access_token) manager.set(access_token, refresh_token);
}
