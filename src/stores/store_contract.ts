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
const MARKED: TokenRecord = {
  ...FIRST,
  sid: "s1",
  after: ["s0", "s-1"],
  seq: 3,
  mark: "m1",
  intent: { id: "i1", leaseMs: 20_000, agedMs: 1 },
  block: { id: "b1", forMs: 1000, until: 5 },
};
const TOMBSTONE: TokenRecord = { generation: 8 };
const LOGIN: TokenRecord = { generation: 9, accessToken: "b1", refreshToken: "s1" };
/** SoundCloud's tokens are long, and opaque. */
const ODD: TokenRecord = { generation: 0, accessToken: "a".repeat(4096), refreshToken: `"'\\{}$1%s.~+/=` };
const RIVALS = 8;

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
    await swap(await open(), undefined, FIRST, true);
    await swap(await open(), { generation: 7, refreshToken: "r1" }, NEXT, true);
    expectRecord(await (await open()).read(), NEXT);
  },
  "compareAndSwap() keeps every field": async (open) => {
    await swap(await open(), undefined, MARKED, true);
    expectRecord(await (await open()).read(), MARKED);
  },
  "compareAndSwap() compares the mark alone, where there is one": async (open) => {
    await swap(await open(), undefined, MARKED, true);
    await swap(await open(), { generation: 0, mark: "m1" }, { ...MARKED, mark: "m2" }, true);
    await swap(await open(), FIRST, NEXT, false);
  },
  "compareAndSwap() refuses when only the mark differs": (open) =>
    refuses(open, { ...MARKED, mark: "m2" }, MARKED, { ...MARKED, mark: "m3" }),
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
};

/**
 * Lists the requirements of a token store.
 *
 * @param open Opens the store under test.
 * @returns The cases; each opens its own sessions.
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
  const isSame = !actual === !expected && FIELDS.every((name) => textOf(actual?.[name]) === textOf(expected?.[name]));
  if (!isSame) {
    throw new Error(`Expected read() to return ${JSON.stringify(expected)}, but it returned ${JSON.stringify(actual)}`);
  }
}

const FIELDS = Object.keys(MARKED) as (keyof TokenRecord)[];

/** The same text for the same value: databases change the order of fields. */
function textOf(value: unknown): string {
  return JSON.stringify(typeof value === "object" && !Array.isArray(value) ? Object.entries(value!).sort() : value);
}
