import { isToken } from "../access_token.ts";
import { ServiceError } from "../errors.ts";
import { sleep } from "../transport/abortable.ts";
import { awaitRefresh, inTime, messageOf } from "../transport/callbacks.ts";
import type { Refresh } from "../transport/refresh_token.ts";
import type { ServiceToken } from "../types/token.ts";
import type { TokenRecord } from "../types/token_record.ts";
import { wrapStoreError } from "./guarded_store.ts";
import { sessionLost } from "./refresh_failure.ts";
import type { RefreshOutcome, RefreshPolicy } from "./token_engine.ts";
import type { TokenManager } from "./token_manager.ts";
import { sidOf } from "./token_record.ts";

export interface RefreshSettings {
  readonly manager: TokenManager;
  /** Sends the refresh token to SoundCloud, once. */
  readonly exchange: (refreshToken: string) => Promise<ServiceToken>;
  /** The provider's refresh, for a token that the provider returned. */
  readonly provide?: ((refused: string | undefined) => string | Promise<string>) | undefined;
  /** The caller's `onTokenRefresh`. */
  readonly hook?: ((tokens: ServiceToken) => unknown) | undefined;
  /** False if the caller refreshes tokens itself. */
  readonly isAutomatic: boolean;
  readonly onDebug: (message: string) => void;
  /** Time limit of the provider and the hook, in milliseconds; 0 for none. */
  readonly limitMs: number;
  /** How long a call waits for the refresh, in milliseconds; 0 for no limit. The refresh itself continues. */
  readonly timeoutMs: number;
  /** How often a refresh is retried after a 429, and the pause without a `Retry-After`. */
  readonly maxRetries: number;
  readonly retryBaseDelay: number;
}

/** The longest pause after a 429, in milliseconds; with a longer one the call fails. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Creates the refresh of a client.
 *
 * @returns A function that replaces a rejected token. Concurrent calls share one refresh; for a token that was replaced
 * since, it returns the replacement. It returns `undefined` when there is no token or another user has signed in since:
 * the request must not be repeated then.
 */
export function refresher(settings: RefreshSettings): Refresh {
  const { manager, provide } = settings;
  let running: { sid: string; record: Promise<TokenRecord | undefined> } | undefined;
  const provided = provide && sharedProvider(manager, provide, settings.limitMs);
  let renewed: string | undefined;
  return async (refused, isAgain) => {
    if (provided && manager.usesProvider) return await provided(refused, isAgain);
    if (isAgain && refused === renewed) return undefined;
    await manager.written();
    const sid = manager.sidOf(refused);
    if (sid === undefined) return undefined;
    const successor = (record: TokenRecord | undefined) =>
      record && sidOf(record) === sid && record.accessToken !== refused ? record.accessToken : undefined;
    const token = running ? undefined : successor(manager.current);
    if (token) return token;
    while (running && running.sid !== sid) await running.record.catch(() => {});
    if (!running) {
      const report = (token: string | undefined) => renewed = token;
      const record = replace(settings, refused, sid, report).finally(() => running = undefined);
      running = { sid, record };
    }
    return successor(await awaitRefresh(running.record, settings.timeoutMs, () => manager.engine.waitedMs));
  };
}

/** Calls the provider once for all calls that were rejected at the same time. */
function sharedProvider(
  manager: TokenManager,
  provide: NonNullable<RefreshSettings["provide"]>,
  limitMs: number,
): Refresh {
  let running: Promise<string | undefined> | undefined;
  const ask = async (refused: string | undefined) => {
    const token = await wrapStoreError(() => provide(refused), limitMs);
    if (!manager.usesProvider) return undefined;
    if (token && token !== await manager.access()) await manager.tellProvider({ generation: 0, accessToken: token });
    return token;
  };
  return async (refused, isAgain) => {
    if (isAgain) return undefined;
    const current = running ? undefined : await manager.access();
    if (current && current !== refused) return current;
    running ??= ask(refused).finally(() => running = undefined);
    return await running;
  };
}

async function replace(
  settings: RefreshSettings,
  refused: string | undefined,
  sid: string,
  report: (token: string | undefined) => unknown,
): Promise<TokenRecord | undefined> {
  const { manager } = settings;
  // Counted before the wait, so that an older state of the store doesn't undo a sign-in during the wait.
  const { changes } = manager;
  await manager.settle();
  const outcome = await refreshPatiently(settings, policyOf(settings, refused, sid));
  manager.adopt(outcome, changes);
  const { record, reply, unsaved } = outcome;
  if (record && reply) {
    report(record.accessToken);
    await manager.tellProvider(record);
    await announce(settings, record, reply);
  }
  if (unsaved) throw unsaved.cause;
  // Tokens that the caller set or cleared meanwhile take precedence.
  return manager.current;
}

function policyOf(
  { manager, exchange, isAutomatic, retryBaseDelay }: RefreshSettings,
  refused: string | undefined,
  sid: string,
): RefreshPolicy {
  return {
    isCurrent(record) {
      if (!record) throw sessionLost();
      return sidOf(record) !== sid || record.accessToken !== refused || !record.refreshToken || !isAutomatic;
    },
    request: (record, beforeSend) => {
      const refreshToken = record?.refreshToken ?? "";
      return manager.spent.spend(refreshToken, async () => {
        await beforeSend();
        return await exchange(refreshToken);
      });
    },
    blockMs: manager.isShared ? retryBaseDelay : 0,
    isReplaceable: false,
  };
}

/** Waits after a 429; afterwards the store may have another process's result. */
async function refreshPatiently(settings: RefreshSettings, policy: RefreshPolicy): Promise<RefreshOutcome> {
  const { maxRetries, retryBaseDelay, onDebug } = settings;
  for (let attempt = 1;; attempt++) {
    try {
      return await settings.manager.engine.refresh(policy);
    } catch (error) {
      // Negated so that NaN disables retries.
      if (!(error instanceof ServiceError && error.isRateLimited) || !(attempt <= maxRetries)) throw error;
      const delayMs = error.retryAfterMs ?? policy.blockMs + Math.random() * retryBaseDelay * 2 ** (attempt - 1);
      if (delayMs > LONGEST_PAUSE_MS) throw error;
      onDebug(`Retry ${attempt} of the refresh in ${Math.round(delayMs)} ms: ${error.message}`);
      await sleep(delayMs);
    }
  }
}

/** Calls the caller's hook once with a new pair. A newer pair that it returns replaces this one. */
async function announce(settings: RefreshSettings, record: TokenRecord, reply: ServiceToken): Promise<void> {
  const { hook, manager, onDebug, limitMs } = settings;
  if (!hook) return;
  const tokens = { ...reply, refresh_token: record.refreshToken ?? "" };
  manager.spent.announced = tokens;
  try {
    const offer = await inTime(() => hook(tokens), limitMs);
    const { access_token: accessToken, refresh_token } = typeof offer === "string"
      ? { access_token: offer }
      : Object(offer) as Partial<ServiceToken>;
    if (!isToken(accessToken) || accessToken === record.accessToken) return;
    const refreshToken = isToken(refresh_token) ? refresh_token : record.refreshToken;
    if (manager.spent.hasBrought(refreshToken, record.refreshToken)) return;
    await manager.replace(record, { accessToken, refreshToken });
  } catch (error) {
    onDebug(`onTokenRefresh failed: ${messageOf(error)}`);
  } finally {
    manager.spent.announced = undefined;
  }
}
