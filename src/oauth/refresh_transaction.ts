/**
 * The refresh of a session, from reading the store to storing the pair.
 *
 * One engine for the client, the app's own token and the command line. Once a refresh token was sent, the work
 * continues until the new pair is stored: no caller's signal or time limit reaches it.
 *
 * @module
 */
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { sleep } from "../transport/abortable.ts";
import type { ServiceToken } from "../types/token.ts";
import type { TokenLease, TokenRecord } from "../types/token_record.ts";
import type { GuardedStore } from "./guarded_store.ts";
import { readTokenReply } from "./token_reply.ts";
import { isSameRecord } from "./token_record.ts";

/** How a refresh differs between the client, the app token and the command line. */
export interface RefreshPolicy {
  readonly store: GuardedStore;
  /** Tells whether a stored record is still valid, so that no request is needed. */
  isCurrent(record: TokenRecord | undefined): boolean;
  /**
   * Calls the OAuth host. It calls `beforeSend` before each request.
   *
   * @returns The reply.
   */
  request(record: TokenRecord | undefined, beforeSend: () => Promise<void>): Promise<ServiceToken>;
  /** Pause after a 429 without `Retry-After`, in milliseconds; 0 for none. */
  readonly blockMs: number;
  /**
   * Whether the pair may be stored if the store has lost the record meanwhile: an app's token may, a session may not.
   */
  readonly isReplaceable: boolean;
  /** How long another process may take to store the pair of a refused refresh token, in milliseconds. */
  readonly settleMs: number;
}

/** The outcome of a refresh. */
export interface RefreshOutcome {
  /** The current record of the store. */
  readonly record: TokenRecord | undefined;
  /** The reply, if this refresh sent the request. */
  readonly reply?: ServiceToken;
  /** Why the new pair couldn't be stored. It's valid, but only in memory. */
  readonly unsaved?: { readonly expected: TokenRecord | undefined; readonly cause: unknown };
}

/** Pauses before the retries of a write, in milliseconds. */
const WRITE_PAUSES_MS = [20, 100, 400] as const;
/** Interval between two reads of the store, in milliseconds. */
const LOOK_MS = 100;
/** How often a lock is acquired again if it was lost before anything was sent. */
const MOST_LOCKS = 3;
/** The longest block that is respected, in milliseconds: the service blocks for 12 hours. */
const LONGEST_BLOCKADE_MS = 86_400_000;

/** The lock was lost before a refresh token was sent: nothing was spent. */
class LeaseLost extends Error {}

/**
 * Refreshes a session.
 *
 * @param policy How to refresh it.
 * @returns The outcome. Rejects with a {@linkcode ServiceError}: of the OAuth host, of the store (`token_store`,
 * `lock`), or `session_lost`.
 */
export async function refreshRecord(policy: RefreshPolicy): Promise<RefreshOutcome> {
  for (let locks = 1;; locks++) {
    try {
      return await policy.store.lock((lease) => refreshOnce(policy, lease));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      if (locks === MOST_LOCKS) throw failure("lock", error.message);
    }
  }
}

async function refreshOnce(policy: RefreshPolicy, lease: TokenLease | undefined): Promise<RefreshOutcome> {
  const before = await policy.store.read();
  if (policy.isCurrent(before)) return { record: before };
  checkBlockade(before);
  const beforeSend = async () => {
    await lease?.extend?.();
    if (lease?.isHeld() === false) throw new LeaseLost("The token store's lock was lost");
  };
  let reply: ServiceToken;
  let next: TokenRecord;
  try {
    reply = await policy.request(before, beforeSend);
    next = { generation: before?.generation ?? 0, ...readTokenReply(reply, before?.refreshToken) };
  } catch (error) {
    return await afterRefusal(policy, before, error);
  }
  return await write(policy, before, next, reply);
}

/** Throws if another process has stored a block. */
function checkBlockade(record: TokenRecord | undefined): void {
  const waitMs = (record?.blockedUntil ?? 0) - Date.now();
  if (!(waitMs > 0 && waitMs <= LONGEST_BLOCKADE_MS)) return;
  const headers = new Headers({ "Retry-After": String(Math.ceil(waitMs / 1000)) });
  throw new ServiceError(429, "", undefined, { headers, reason: "Token refreshes are still blocked" });
}

async function afterRefusal(
  policy: RefreshPolicy,
  before: TokenRecord | undefined,
  error: unknown,
): Promise<RefreshOutcome> {
  if (!(error instanceof ServiceError)) throw error;
  if (error.isRateLimited) await block(policy, before, error);
  if (!error.isInvalidGrant) throw error;
  // Another process may have spent this refresh token; if so, its pair is in the store, or will be soon.
  for (let waited = 0;; waited += LOOK_MS) {
    const now = await policy.store.read();
    if (!isSameRecord(now, before)) return { record: now };
    if (waited >= policy.settleMs) throw error;
    await sleep(LOOK_MS);
  }
}

/** Stores a block for the other processes. If that fails, each of them gets its own 429. */
async function block({ store, blockMs }: RefreshPolicy, before: TokenRecord | undefined, error: ServiceError) {
  const waitMs = Math.min(error.retryAfterMs ?? blockMs, LONGEST_BLOCKADE_MS);
  if (!waitMs) return;
  const next = { generation: 0, ...before, blockedUntil: Date.now() + waitMs };
  await store.compareAndSwap(before, next).catch(() => false);
}

/** Stores the new pair if the spent refresh token is still the stored one; otherwise adopts the stored record. */
async function write(
  { store, isReplaceable }: RefreshPolicy,
  before: TokenRecord | undefined,
  next: TokenRecord,
  reply: ServiceToken,
): Promise<RefreshOutcome> {
  let expected = before;
  let cause: unknown;
  for (const pauseMs of [0, ...WRITE_PAUSES_MS]) {
    if (pauseMs) await sleep(pauseMs);
    try {
      if (await store.compareAndSwap(expected, next)) return { record: next, reply };
      const stored = await store.read();
      // This also detects a write whose reply was lost.
      if (isSameRecord(stored, next)) return { record: next, reply };
      if (!stored && !isReplaceable) throw sessionLost();
      if (stored && !isSameRecord(stored, before)) return { record: stored };
      expected = stored;
    } catch (error) {
      if (error instanceof ServiceError && error.code === "session_lost") throw error;
      cause = error;
    }
  }
  return { record: next, reply, unsaved: { expected: before, cause } };
}

/**
 * Creates the error for a store that has lost its session.
 *
 * @returns The error.
 */
export function sessionLost(): ServiceError {
  return failure("session_lost", "The token store has lost the session: sign in again");
}
