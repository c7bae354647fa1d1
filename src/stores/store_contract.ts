/**
 * The requirements of a token store, as test cases for any runner.
 *
 * @example
 * ```ts
 * import { MemoryTokenStore } from "@tonearm/client";
 * import { tokenStoreContract } from "@tonearm/client/store-contract";
 *
 * const sessions = new Map<string, MemoryTokenStore>();
 * const open = (session: string) => {
 *   if (!sessions.has(session)) sessions.set(session, new MemoryTokenStore());
 *   return sessions.get(session)!;
 * };
 * // With a test runner: for (const { name, run } of tokenStoreContract(open)) test(name, run);
 * for (const { run } of tokenStoreContract(open)) await run();
 * ```
 *
 * @module
 */
import { isSameRecord } from "../oauth/token_record.ts";
import { sleep } from "../transport/abortable.ts";
import type { AtomicTokenStore, TokenRecord } from "../types/token_record.ts";

export type { AtomicTokenStore, TokenRecord };

/** One requirement of a store. */
export interface StoreCase {
  /** The requirement, as a sentence. */
  readonly name: string;
  /** Runs the case. Rejects with an `Error` that describes what the store did instead. */
  run(): Promise<void>;
}

/**
 * Opens a store for a session. Two calls with the same name open two stores of one session, like two processes; a new
 * name is a session that doesn't exist yet.
 */
export type OpenStore = (session: string) => AtomicTokenStore | Promise<AtomicTokenStore>;

/** Opens another store of the case's session. */
type Open = () => Promise<AtomicTokenStore>;

const FIRST: TokenRecord = { generation: 7, accessToken: "a1", refreshToken: "r1", issuedAt: 1, expiresAt: 3_600_001 };
const NEXT: TokenRecord = { generation: 7, accessToken: "a2", refreshToken: "r2", issuedAt: 2, expiresAt: 3_600_002 };
const TOMBSTONE: TokenRecord = { generation: 8 };
const LOGIN: TokenRecord = { generation: 9, accessToken: "b1", refreshToken: "s1" };
/** Tokens of the service are long, and opaque. */
const ODD: TokenRecord = { generation: 0, accessToken: "a".repeat(4096), refreshToken: `"'\\{}$1%s.~+/=` };
const RIVALS = 8;
/** Duration of a callback under the lock, in milliseconds. */
const WORK_MS = 100;

const CASES: Readonly<Record<string, (open: Open) => Promise<void>>> = {
  "read() gives undefined for a session that was never stored": async (open) => {
    expectRecord(await (await open()).read(), undefined);
  },
  "compareAndSwap() stores the first record, which another store reads whole": async (open) => {
    await swap(await open(), undefined, FIRST, true);
    expectRecord(await (await open()).read(), FIRST);
  },
  "compareAndSwap() keeps tokens as they are, long and odd ones too": async (open) => {
    await swap(await open(), undefined, ODD, true);
    expectRecord(await (await open()).read(), ODD);
    await swap(await open(), ODD, NEXT, true);
  },
  "compareAndSwap() replaces the expected record": async (open) => {
    await swap(await open(), undefined, FIRST, true);
    await swap(await open(), FIRST, NEXT, true);
    expectRecord(await (await open()).read(), NEXT);
  },
  "compareAndSwap() refuses to store a first record over another": (open) => refuses(open, FIRST, undefined, NEXT),
  "compareAndSwap() refuses when the refresh token differs": (open) => refuses(open, NEXT, FIRST, LOGIN),
  "compareAndSwap() refuses when the generation differs": (open) =>
    refuses(open, { ...FIRST, generation: 8 }, FIRST, NEXT),
  "compareAndSwap() refuses when the session is lost": (open) => refuses(open, undefined, FIRST, NEXT),
  "compareAndSwap() compares neither access tokens nor times": async (open) => {
    await swap(await open(), undefined, { ...FIRST, blockedUntil: 5 }, true);
    await swap(await open(), { generation: 7, refreshToken: "r1" }, NEXT, true);
    expectRecord(await (await open()).read(), NEXT);
  },
  "compareAndSwap() keeps a sign-out against a refresh that began before it": async (open) => {
    await swap(await open(), undefined, FIRST, true);
    await swap(await open(), FIRST, TOMBSTONE, true);
    await swap(await open(), FIRST, NEXT, false);
    expectRecord(await (await open()).read(), TOMBSTONE);
    await swap(await open(), TOMBSTONE, LOGIN, true);
  },
  "compareAndSwap() lets one of many win": async (open) => {
    const stores = await Promise.all(Array.from({ length: RIVALS }, open));
    await swap(stores[0]!, undefined, FIRST, true);
    const records = stores.map((_, n) => ({ ...NEXT, refreshToken: `r2-${n}` }));
    const wins = await Promise.all(stores.map((store, n) => store.compareAndSwap(FIRST, records[n]!)));
    const winners = records.filter((_, n) => wins[n]);
    if (winners.length !== 1) throw new Error(`Expected one of ${RIVALS} to be stored, ${winners.length} were`);
    expectRecord(await (await open()).read(), winners[0]);
  },
  "lock() runs one callback at a time and returns its result": async (open) => {
    const stores = await Promise.all(Array.from({ length: 3 }, open));
    const works: Promise<unknown>[] = [];
    let atWork = 0;
    const work = async (store: AtomicTokenStore, n: number) => {
      if (++atWork > 1) throw new Error("Expected one callback at a time under the lock");
      await store.read();
      // Long enough to overlap with a store that only now opens its connection.
      await sleep(WORK_MS);
      atWork--;
      return n;
    };
    const begin = (store: AtomicTokenStore, n: number) => {
      const begun = work(store, n);
      works.push(begun);
      return begun;
    };
    const ends = await Promise.allSettled(stores.map((store, n) => store.lock?.(() => begin(store, n)) ?? n));
    // Includes work that the lock didn't wait for.
    await Promise.allSettled(works);
    const results = ends.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    });
    if (`${results}` !== "0,1,2") throw new Error("Expected lock() to return the callback's result");
  },
  "lock() is free again after work that failed": async (open) => {
    const store = await open();
    const failure = new Error("the work failed");
    const caught = await store.lock?.(() => Promise.reject(failure)).catch((error: unknown) => error);
    if (store.lock && caught !== failure) throw new Error("Expected lock() to reject with the error of its callback");
    await (await open()).lock?.(() => Promise.resolve());
  },
};

/**
 * Lists the requirements of a token store.
 *
 * @param open Opens the store under test.
 * @returns The cases; each opens its own sessions. Those of `lock` pass for a store without one.
 */
export function tokenStoreContract(open: OpenStore): StoreCase[] {
  return Object.entries(CASES).map(([name, run]) => ({
    name,
    async run() {
      const session = `contract-${crypto.randomUUID()}`;
      await run(async () => await open(session));
    },
  }));
}

async function swap(
  store: AtomicTokenStore,
  expected: TokenRecord | undefined,
  next: TokenRecord,
  outcome: boolean,
): Promise<void> {
  const stored = await store.compareAndSwap(expected, next);
  if (stored !== outcome) throw new Error(`Expected compareAndSwap() to return ${outcome}, but it returned ${stored}`);
}

async function refuses(
  open: Open,
  stored: TokenRecord | undefined,
  expected: TokenRecord | undefined,
  next: TokenRecord,
): Promise<void> {
  if (stored) await swap(await open(), undefined, stored, true);
  await swap(await open(), expected, next, false);
  expectRecord(await (await open()).read(), stored);
}

function expectRecord(actual: TokenRecord | undefined, expected: TokenRecord | undefined): void {
  const isSame = isSameRecord(actual, expected) && FIELDS.every((name) => actual?.[name] === expected?.[name]);
  if (!isSame) {
    throw new Error(`Expected read() to return ${JSON.stringify(expected)}, but it returned ${JSON.stringify(actual)}`);
  }
}

const FIELDS = ["accessToken", "issuedAt", "expiresAt", "blockedUntil"] as const;
