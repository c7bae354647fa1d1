import { assertEquals } from "@std/assert";
import { MemoryTokenStore } from "@tonearm/client";
import { type AtomicTokenStore, type TokenRecord, tokenStoreContract } from "@tonearm/client/store-contract";

/** Returns a factory of working stores with the given changes. */
function broken(change: (store: MemoryTokenStore) => Partial<AtomicTokenStore>): () => AtomicTokenStore {
  return () => {
    const store = new MemoryTokenStore();
    return {
      read: () => store.read(),
      compareAndSwap: (expected, next) => store.compareAndSwap(expected, next),
      ...change(store),
    };
  };
}

/** Returns a factory of stores that change each record before they store it. */
function swapping(change: (next: TokenRecord) => TokenRecord) {
  return broken((store) => ({ compareAndSwap: (expected, next) => store.compareAndSwap(expected, change(next)) }));
}

/** Runs the cases on a store and returns the names of those that fail. */
async function failing(make: () => AtomicTokenStore): Promise<string[]> {
  const sessions = new Map<string, AtomicTokenStore>();
  const open = (session: string) => sessions.get(session) ?? sessions.set(session, make()).get(session)!;
  const cases = tokenStoreContract(open);
  const outcomes = await Promise.allSettled(cases.map(({ run }) => run()));
  return cases.filter((_, index) => outcomes[index]?.status === "rejected").map(({ name }) => name);
}

const UNDEFINED = "read() gives undefined for a session that was never stored";
const FIRST = "compareAndSwap() stores the first record, which another store reads whole";
const ODD = "compareAndSwap() keeps tokens as they are, long and odd ones too";
const REPLACED = "compareAndSwap() replaces the expected record";
const OVER = "compareAndSwap() refuses to store a first record over another";
const REFRESH = "compareAndSwap() refuses when the refresh token differs";
const GENERATION = "compareAndSwap() refuses when the generation differs";
const LOST = "compareAndSwap() refuses when the session is lost";
const NEITHER = "compareAndSwap() compares neither access tokens nor times";
const SIGNED_OUT = "compareAndSwap() keeps a sign-out against a refresh that began before it";
const MANY = "compareAndSwap() lets one of many win";
const FIELDS = "compareAndSwap() keeps every field";
const MARK = "compareAndSwap() compares the mark alone, where there is one";
const OTHER_MARK = "compareAndSwap() refuses when only the mark differs";
const ALL = [
  UNDEFINED,
  FIRST,
  ODD,
  REPLACED,
  OVER,
  REFRESH,
  GENERATION,
  LOST,
  NEITHER,
  FIELDS,
  MARK,
  OTHER_MARK,
  SIGNED_OUT,
  MANY,
];

Deno.test("tokenStoreContract() names its cases, which all pass for a correct store", async () => {
  assertEquals(tokenStoreContract(() => new MemoryTokenStore()).map(({ name }) => name), ALL);
  assertEquals(await failing(() => new MemoryTokenStore()), []);
});

/** The cases that compare whole records, with their tokens and times. */
const WHOLE = [FIRST, REPLACED, OVER, REFRESH, GENERATION, NEITHER, MANY];

/** Stores that each break one rule, and the cases that detect it. */
const BROKEN: Record<string, [make: () => AtomicTokenStore, cases: readonly string[]]> = {
  "gives a record for a session that was never stored": [
    broken((store) => ({ read: () => store.read() ?? { generation: 0 } })),
    [UNDEFINED, LOST],
  ],
  "says that it stored, and didn't": [broken(() => ({ compareAndSwap: () => true })), [
    ...WHOLE,
    ODD,
    LOST,
    SIGNED_OUT,
  ]],
  "stores, and says that it didn't": [
    broken((store) => ({ compareAndSwap: (expected, next) => store.compareAndSwap(expected, next) && false })),
    [...WHOLE, ODD, SIGNED_OUT],
  ],
  "writes whatever is stored": [
    broken((store) => ({ compareAndSwap: (_, next) => store.compareAndSwap(store.read(), next) })),
    [OVER, REFRESH, GENERATION, LOST, SIGNED_OUT, MANY],
  ],
  "stores what it refuses": [
    broken((store) => ({
      compareAndSwap: (expected, next) =>
        store.compareAndSwap(expected, next) || !store.compareAndSwap(store.read(), next),
    })),
    [OVER, REFRESH, GENERATION, LOST, SIGNED_OUT, MANY],
  ],
  "restores what was lost": [
    broken((store) => ({
      compareAndSwap: (expected, next) => store.compareAndSwap(store.read() ? expected : undefined, next),
    })),
    [LOST],
  ],
  "compares the generation alone": [
    broken((store) => ({
      compareAndSwap: (expected, next) =>
        store.read()?.generation === expected?.generation && store.compareAndSwap(store.read(), next),
    })),
    [REFRESH, MANY],
  ],
  "compares the refresh token alone": [
    broken((store) => ({
      compareAndSwap: (expected, next) =>
        store.read()?.refreshToken === expected?.refreshToken && store.compareAndSwap(store.read(), next),
    })),
    [GENERATION],
  ],
  "compares access tokens, too": [
    broken((store) => ({
      compareAndSwap: (expected, next) =>
        store.read()?.accessToken === expected?.accessToken && store.compareAndSwap(expected, next),
    })),
    [NEITHER],
  ],
  "cuts long tokens": [
    swapping(({ accessToken, ...next }) => ({
      ...next,
      ...(accessToken && { accessToken: accessToken.slice(0, 255) }),
    })),
    [ODD],
  ],
  "keeps only the letters of a refresh token": [
    swapping((next) => ({ ...next, ...(next.refreshToken && { refreshToken: next.refreshToken.replace(/\W/g, "") }) })),
    [ODD],
  ],
  "takes a record without a mark for any": [
    broken((store) => ({
      compareAndSwap: (expected, next) =>
        store.compareAndSwap(expected?.mark ? expected : expected && store.read(), next),
    })),
    [REFRESH, GENERATION, MARK],
  ],
  "loses the access token": [swapping(({ accessToken: _, ...next }) => next), [...WHOLE, ODD]],
  "loses when a token was issued": [swapping(({ issuedAt: _, ...next }) => next), WHOLE],
  "loses when a token ends": [swapping(({ expiresAt: _, ...next }) => next), WHOLE],
  "keeps the tokens of a sign-out": [
    broken((store) => ({
      compareAndSwap: (expected, next) =>
        store.compareAndSwap(expected, next.accessToken ? next : { ...store.read(), ...next }),
    })),
    [SIGNED_OUT],
  ],
  "compares, waits, and then writes": [
    broken((store) => ({
      async compareAndSwap(expected, next) {
        const { generation, refreshToken } = store.read() ?? {};
        await Promise.resolve();
        if (generation !== expected?.generation || refreshToken !== expected?.refreshToken) return false;
        return store.compareAndSwap(store.read(), next);
      },
    })),
    [MANY],
  ],
  "compares the generation and the refresh token, as older versions did": [
    broken((store) => ({
      compareAndSwap: (expected, next) => {
        const { generation, refreshToken } = store.read() ?? {};
        if (generation !== expected?.generation || refreshToken !== expected?.refreshToken) return false;
        return store.compareAndSwap(store.read(), next);
      },
    })),
    [MARK, OTHER_MARK],
  ],
  "loses what it doesn't know": [
    swapping(({ sid: _sid, after: _after, seq: _seq, intent: _intent, block: _block, ...next }) => next),
    [FIELDS, OTHER_MARK],
  ],
};

for (const [fault, [make, cases]] of Object.entries(BROKEN)) {
  Deno.test(`tokenStoreContract() detects a store that ${fault}`, async () => {
    const failed = await failing(make);
    assertEquals(cases.filter((name) => !failed.includes(name)), []);
  });
}
