// The refresh of a session, from reading the store to storing the pair.
//
// One engine for the client, the app's own token and the command line. Before the refresh token is sent, the engine
// stores the intent to send it. This proves that the store takes writes, and outlasts locks and connections. Once the
// token was sent, the work continues until the new pair is stored: no caller's signal or time limit reaches it.
import { ServiceError } from "../errors.ts";
import { failure } from "../failure.ts";
import { sleep } from "../transport/abortable.ts";
import { inTime } from "../transport/callbacks.ts";
import type { ServiceToken } from "../types/token.ts";
import type { TokenRecord } from "../types/token_record.ts";
import type { GuardedStore } from "./guarded_store.ts";
import { storePair, type Storing } from "./pair_storing.ts";
import { isAnswer, isUnsent } from "./refresh_failure.ts";
import { LONGEST_BLOCK_MS, SessionMemory } from "./session_memory.ts";
import { startSession } from "./stored_session.ts";
import { SEND_BY_MS, TIMING } from "./timing.ts";
import { readTokenReply } from "./token_reply.ts";
import { isAhead, isSameRecord, markOf, nextRecord } from "./token_record.ts";

/** How a refresh differs between the client, the app token and the command line. */
export interface RefreshPolicy {
  /** Tells whether a stored record is still valid, so that no request is needed. */
  isCurrent(record: TokenRecord | undefined): boolean;
  /** Calls the OAuth host. It calls `beforeSend` before each request. */
  request(record: TokenRecord | undefined, beforeSend: () => Promise<void>): Promise<ServiceToken>;
  /** Pause after a 429 without `Retry-After`, in milliseconds; 0 for none. */
  readonly blockMs: number;
  /**
   * Whether the pair may be stored if the store has lost the record meanwhile: an app's token may, a session may not.
   */
  readonly isReplaceable: boolean;
}

export interface RefreshOutcome {
  readonly record: TokenRecord | undefined;
  /** The response, if this refresh sent the request. */
  readonly reply?: ServiceToken;
  readonly unsaved?: Storing;
}

/** The longest sequence of repairs of a store in one call. */
const MOST_REPAIRS = 8;
/** How often an intent is written if the store fails. */
const INTENT_TRIES = 3;
/** The pause after a refusal, in milliseconds. */
const REFUSAL_MS = 1000;
/** Pause between two looks for another process's pair after a refusal, and for how long in a store without intents. */
const LOOK_MS = 100;
const SETTLE_MS = 2000;
const MIXED = "An older version, which ignores intents, writes to this token store: update it";

/** Another process has replaced an intent before anything was sent. */
class IntentLost extends Error {}

interface OwnIntent {
  readonly record: TokenRecord;
  /** When its write began, by the monotonic clock and by the time of day. */
  readonly began: readonly [number, number];
}

/** Reads and refreshes one session in one store, for one client. */
export class TokenEngine {
  /** For how long refreshes have waited for those of other processes, in milliseconds. */
  waitedMs = 0;
  readonly #store: GuardedStore;
  readonly #debug: (message: string) => void;
  readonly #memory = new SessionMemory();
  /** The pair that the store hasn't taken yet. */
  #unsaved: Storing | undefined;
  /** The last refusal of this process, and the block that it stored. */
  #refusal: { readonly id: string | undefined; readonly error: ServiceError } | undefined;

  constructor(store: GuardedStore, onDebug: (message: string) => void = () => {}) {
    this.#store = store;
    this.#debug = onDebug;
  }

  /**
   * Reads the record. If the store went back in time, it gets the newest record back.
   *
   * @returns The record, or `undefined`. Rejects with a {@linkcode ServiceError}: `token_store`, `session_rolled_back`.
   */
  async read(): Promise<TokenRecord | undefined> {
    let refused: TokenRecord | undefined;
    for (let repairs = 0; repairs < MOST_REPAIRS; repairs++) {
      const stored = await this.#try(() => this.#store.read());
      if (this.#store.hasIntents && stored && !stored.mark && this.#memory.newest?.mark) this.#debug(MIXED);
      if (!this.#memory.hasGoneBack(stored)) return this.#memory.adopt(stored);
      // The store has refused to replace this record, so it has a newer one: the read was stale.
      if (refused && isSameRecord(stored, refused)) return this.#memory.newest;
      if (await this.#swap(stored, this.#memory.healed(TIMING.leaseMs))) {
        this.#memory.hadRollback = true;
        return this.#memory.newest;
      }
      refused = stored;
    }
    throw failure("session_rolled_back", "The token store went back in time, and other processes keep writing to it");
  }

  /**
   * Starts a session, or ends it.
   *
   * @param tokens The tokens; none for a sign-out. A repeated call with the same `sid` recognises its earlier write.
   */
  async start(tokens: Partial<TokenRecord>): Promise<TokenRecord> {
    return this.#memory.adopt(await startSession(this.#store, tokens));
  }

  /** Stores a newer pair of the session, or adopts what takes precedence. */
  async keep(before: TokenRecord | undefined, next: TokenRecord): Promise<TokenRecord> {
    const stored = storePair(this.#store, before, next, true);
    if (!await stored.soon) throw stored.cause;
    return this.#memory.adopt(await stored.record);
  }

  /**
   * Refreshes the session.
   *
   * @returns The outcome. Rejects with a {@linkcode ServiceError}: of the OAuth host, of the store (`token_store`),
   * `lock` when another process doesn't finish, `session_lost` or `session_rolled_back`.
   */
  async refresh(policy: RefreshPolicy): Promise<RefreshOutcome> {
    return await this.#store.lock(() => this.#refresh(policy));
  }

  async #refresh(policy: RefreshPolicy): Promise<RefreshOutcome> {
    const unsaved = this.#unsaved;
    // The store must have the pair of an earlier refresh before its refresh token is sent.
    if (unsaved) await inTime(() => unsaved.record, 2 * TIMING.retryMs, () => unsaved.cause as Error);
    const deadline = performance.now() + TIMING.waitMs;
    for (let tries = 0;; tries++) {
      const record = await this.read();
      if (policy.isCurrent(record)) return { record };
      this.#checkBlock(record);
      const own = await this.#claim(record);
      try {
        if (typeof own === "object") return await this.#spend(policy, own);
      } catch (error) {
        if (!(error instanceof IntentLost)) throw error;
      }
      if (performance.now() >= deadline) return await this.#giveUp(record);
      const [least, most] = TIMING.pollMs;
      const pauseMs = Math.min(most, least * 1.5 ** tries) * (0.75 + Math.random() / 2);
      const waitMs = typeof own === "number" ? Math.min(pauseMs, own + 1) : pauseMs;
      this.waitedMs += waitMs;
      await sleep(waitMs);
    }
  }

  #checkBlock(record: TokenRecord | undefined): void {
    const waitMs = this.#memory.blockedFor(record);
    if (!waitMs) return;
    if (this.#refusal?.id === record?.block?.id && !this.#refusal?.error.isRateLimited) throw this.#refusal?.error;
    const headers = new Headers({ "Retry-After": String(Math.ceil(waitMs / 1000)) });
    throw new ServiceError(429, "", undefined, { headers, reason: "Token refreshes are still blocked" });
  }

  /** Writes an intent, unless another process has one: how long it must be respected at least, in milliseconds. */
  async #claim(record: TokenRecord | undefined): Promise<OwnIntent | number | undefined> {
    const { intent } = record ?? {};
    if (record && intent) {
      const agedMs = this.#memory.ageOf(record);
      if (agedMs < intent.leaseMs) return intent.leaseMs - agedMs;
      // In two steps: an owner that has waited for the store has its turn once the store takes writes again.
      if ((intent.agedMs ?? 0) < intent.leaseMs) {
        return void await this.#swap(record, nextRecord(record, { intent: { ...intent, agedMs } }));
      }
      const graceMs = TIMING.graceMs - this.#memory.standsFor(record);
      if (graceMs > 0) return graceMs;
    }
    return await this.#own(record);
  }

  async #own(before: TokenRecord | undefined): Promise<OwnIntent | undefined> {
    const began = clocks();
    const intent = { id: crypto.randomUUID(), leaseMs: TIMING.leaseMs };
    const record = nextRecord(before, { intent });
    for (let tries = 1;; tries++) {
      try {
        if (await this.#swap(before, record)) return { record, began };
        // An earlier attempt may have been stored although it failed.
        const stored = tries > 1 ? await this.#try(() => this.#store.read()) : undefined;
        return stored?.intent?.id === intent.id ? { record: this.#memory.adopt(stored), began } : undefined;
      } catch (error) {
        if (tries === INTENT_TRIES) throw error;
      }
      await sleep(TIMING.retryMs);
    }
  }

  /** Sends the refresh token of an own intent, and stores the pair. */
  async #spend(policy: RefreshPolicy, first: OwnIntent): Promise<RefreshOutcome> {
    let own = first;
    const beforeSend = async () => {
      // A suspended machine stops monotonic clocks, and the time of day can be set back.
      while (clocks().some((now, n) => now - own.began[n]! >= SEND_BY_MS)) {
        const again = await this.#own(own.record);
        if (!again) throw new IntentLost();
        own = again;
      }
    };
    let reply: ServiceToken;
    let next: TokenRecord;
    const { intent: _intent, ...spent } = own.record;
    try {
      reply = await policy.request(spent, beforeSend);
      const pair = readTokenReply(reply, spent.refreshToken);
      next = nextRecord(own.record, { expiresAt: undefined, ...pair, seq: (spent.seq ?? 0) + 1 });
    } catch (error) {
      return await this.#afterFailure(policy, own.record, error);
    }
    const unsaved = storePair(this.#store, own.record, next, policy.isReplaceable);
    this.#unsaved = unsaved;
    unsaved.record.then((stored) => this.#memory.adopt(stored), () => {}).finally(() => this.#unsaved = undefined);
    if (!await unsaved.soon) return { record: next, reply, unsaved };
    const record = await unsaved.record;
    return isSameRecord(record, next) ? { record, reply } : { record };
  }

  /** Drops the intent if the token wasn't spent; otherwise it stays, and nobody sends the token before its lease. */
  async #afterFailure(policy: RefreshPolicy, own: TokenRecord, error: unknown): Promise<RefreshOutcome> {
    if (error instanceof IntentLost || !isAnswer(error) && !isUnsent(error)) throw error;
    if (isAnswer(error) && error.isInvalidGrant) {
      const record = await this.#newerThan(own);
      if (record) return { record };
    }
    const block = isAnswer(error) ? blockOf(error, policy.blockMs) : undefined;
    if (isAnswer(error)) this.#refusal = { id: block?.id, error };
    await this.#swap(own, nextRecord(own, { block })).catch(() => false);
    if (!isAnswer(error) || !error.isInvalidGrant || !this.#memory.hadRollback) throw error;
    const reason = "The token store went back in time, and the newest tokens are lost: sign in again";
    throw new ServiceError(error.status, "", error.body, { code: "session_rolled_back", reason, cause: error });
  }

  /** The record of a process that was first. A store without intents gets some time for it. */
  async #newerThan(own: TokenRecord): Promise<TokenRecord | undefined> {
    for (let waited = 0;; waited += LOOK_MS) {
      const stored = await this.#try(() => this.#store.read());
      const next = { ...own, seq: (own.seq ?? 0) + 1 };
      if (stored && markOf(stored) !== markOf(own) && isAhead(stored, next)) return this.#memory.adopt(stored);
      if (this.#store.hasIntents || waited >= SETTLE_MS) return undefined;
      await sleep(LOOK_MS);
    }
  }

  /** Leaves what this process knows about the age of an intent to the others. */
  async #giveUp(record: TokenRecord | undefined): Promise<never> {
    const { intent } = record ?? {};
    if (record && intent && (intent.agedMs ?? 0) < intent.leaseMs) {
      const next = nextRecord(record, { intent: { ...intent, agedMs: this.#memory.ageOf(record) } });
      await this.#swap(record, next).catch(() => false);
    }
    throw failure("lock", "Another process is refreshing the token, and doesn't finish");
  }

  async #swap(expected: TokenRecord | undefined, next: TokenRecord): Promise<boolean> {
    const isStored = await this.#try(() => this.#store.compareAndSwap(expected, next));
    if (isStored) this.#memory.adopt(next);
    return isStored;
  }

  async #try<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#memory.recount();
      throw error;
    }
  }
}

function clocks(): [number, number] {
  return [performance.now(), Date.now()];
}

/** The pause after an answer. A refusal may be spurious, so it blocks only briefly. */
function blockOf(error: ServiceError, blockMs: number): TokenRecord["block"] {
  const refusedMs = Math.min(REFUSAL_MS, blockMs);
  const forMs = Math.min(error.isRateLimited ? error.retryAfterMs ?? blockMs : refusedMs, LONGEST_BLOCK_MS);
  return forMs > 0 ? { id: crypto.randomUUID(), forMs, until: Date.now() + forMs } : undefined;
}
