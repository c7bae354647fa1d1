// Bugs that are planted in the processes of the lab: each row has one that it must find.
import process from "node:process";
import { SessionMemory } from "../../src/oauth/session_memory.ts";
import { TIMING } from "../../src/oauth/timing.ts";
import { isSameRecord } from "../../src/oauth/token_record.ts";
import type { AtomicTokenStore, TokenRecord } from "../../src/types/token_record.ts";

/** The class of a store. */
type StoreClass = { readonly prototype: AtomicTokenStore };
type Wrap = (store: AtomicTokenStore) => AtomicTokenStore;

/** Replaces the two methods of stores. */
function wrapStores(classes: readonly StoreClass[], wrap: Wrap): void {
  for (const { prototype } of classes) {
    const { read, compareAndSwap } = prototype;
    const wrapped = new WeakMap<AtomicTokenStore, AtomicTokenStore>();
    const of = (store: AtomicTokenStore) => {
      const own = wrapped.get(store) ??
        wrap({ read: () => read.call(store), compareAndSwap: (...args) => compareAndSwap.call(store, ...args) });
      wrapped.set(store, own);
      return own;
    };
    prototype.read = function (this: AtomicTokenStore) {
      return of(this).read();
    };
    prototype.compareAndSwap = function (this: AtomicTokenStore, expected, next) {
      return of(this).compareAndSwap(expected, next);
    };
  }
}

/** Reads once, and writes over whatever is stored. */
const ignoring: Wrap = (store) => {
  let known: TokenRecord | undefined;
  return {
    read: async () => known ??= await store.read() ?? undefined,
    async compareAndSwap(_expected, next) {
      while (!await store.compareAndSwap(await store.read() ?? undefined, next));
      known = next;
      return true;
    },
  };
};

/** Keeps an intent in memory. */
const withoutIntents: Wrap = (store) => {
  let intent: { readonly before: TokenRecord | undefined; readonly record: TokenRecord } | undefined;
  return {
    read: () => store.read(),
    async compareAndSwap(expected, next) {
      const before = intent && isSameRecord(intent.record, expected) ? intent.before : expected;
      if (next.intent) {
        intent = { before, record: next };
        return isSameRecord(await store.read(), before);
      }
      return await store.compareAndSwap(before, next);
    },
  };
};

/** Takes the last tokens for those of an empty store. */
const refilling: Wrap = (store) => {
  let known: TokenRecord | undefined;
  return {
    async read() {
      const record = await store.read() ?? undefined;
      if (record?.accessToken) known = record;
      return record ?? known;
    },
    compareAndSwap: async (expected, next) =>
      await store.compareAndSwap(expected, next) || await store.compareAndSwap(undefined, next),
  };
};

/** Doesn't read which sign-in a record belongs to. */
const withoutSids: Wrap = (store) => ({
  read: async () => ({ generation: 0, ...await store.read(), sid: undefined, after: undefined }),
  compareAndSwap: (expected, next) => store.compareAndSwap(expected, next),
});

const patch = (target: object, changes: object) => void Object.assign(target, changes);
const memory = SessionMemory.prototype;

/** The bugs: each changes this process for good. */
const BUGS: Readonly<Record<string, (classes: readonly StoreClass[]) => void>> = {
  "ignores the other processes": (classes) => wrapStores(classes, ignoring),
  "stores no intent": (classes) => wrapStores(classes, withoutIntents),
  "fills an empty store again": (classes) => wrapStores(classes, refilling),
  "doesn't recognise its own sign-in": (classes) => wrapStores(classes, withoutSids),
  "overrules an intent at once": () => patch(TIMING, { leaseMs: 0, graceMs: 0 }),
  "never overrules an intent": () => {
    patch(memory, { ageOf: () => 0 });
    patch(TIMING, { waitMs: 5000 });
  },
  "goes by the time of day": () => {
    patch(performance, { now: () => Date.now() });
    patch(TIMING, { graceMs: 0, pollMs: [50, 50], waitMs: 1e9 });
  },
  "believes the clocks of others": () =>
    patch(memory, { blockedFor: (record?: TokenRecord) => Math.max(0, (record?.block?.until ?? 0) - Date.now()) }),
  "ignores blocks": () => patch(memory, { blockedFor: () => 0 }),
  "doesn't notice that the store went back": () => patch(memory, { hasGoneBack: () => false }),
  "ends at once at a signal": () => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.prependListener(signal, () => process.exit(1));
  },
};

/** Plants a bug in this process, whose stores are of some classes. */
export function plant(bug: string | undefined, classes: readonly StoreClass[]): void {
  if (bug) BUGS[bug]!(classes);
}

/** The bug that each row must find, by the beginning of its name. */
const FOUND_BY: Readonly<Record<string, string>> = {
  "signal-": "ends at once at a signal",
  "kill-": "never overrules an intent",
  "pause-": "overrules an intent at once",
  "beyond-": "ignores the other processes",
  "late-": "ignores the other processes",
  "clock-": "goes by the time of day",
  "skew-": "believes the clocks of others",
  "disk-": "stores no intent",
  "full-": "stores no intent",
  "namespace-": "ignores the other processes",
  "restart-": "ignores the other processes",
  "failover-": "ignores the other processes",
  "forget-": "fills an empty store again",
  "sign-out-": "fills an empty store again",
  "time-": "ignores the other processes",
  "standby-": "stores no intent",
  "read-only-": "stores no intent",
  "forbidden-": "stores no intent",
  "drop-": "ignores the other processes",
  "idle-": "ignores the other processes",
  "restore-": "doesn't notice that the store went back",
  "unknown-": "ignores the other processes",
  "login-": "ignores the other processes",
  "unanswered-": "doesn't recognise its own sign-in",
  "app-429": "ignores blocks",
  "fleet-": "ignores the other processes",
  "crowd-": "ignores the other processes",
};

/** The names of all bugs. */
export const BUG_NAMES: readonly string[] = Object.keys(BUGS);

/** The bug that a row must find. */
export function bugFor(id: string): string | undefined {
  return Object.entries(FOUND_BY).find(([start]) => id.startsWith(start))?.[1];
}
