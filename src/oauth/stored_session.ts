/**
 * Sign-ins and sign-outs in a store.
 *
 * @module
 */
import { failure } from "../failure.ts";
import type { TokenRecord } from "../types/token_record.ts";
import type { AtomicTokenStore } from "../types/token_record.ts";
import { nextGeneration } from "./generation.ts";

/** Attempts of a write while other processes write first. */
const MOST_TRIES = 50;

/** The parts of a store that sign-in and sign-out use. */
type Swappable = Pick<AtomicTokenStore, "read" | "compareAndSwap">;

/**
 * Starts a session: it replaces whatever is stored, and a refresh that began before can't undo it.
 *
 * @param store The store.
 * @param tokens The tokens, with their times if known.
 * @returns The stored record with its generation.
 */
export function startSession(store: Swappable, tokens: Partial<TokenRecord>): Promise<TokenRecord> {
  return put(store, (before) => {
    const { generation = 0 } = tokens;
    return { ...tokens, generation: generation > (before?.generation ?? 0) ? generation : nextGeneration(before) };
  });
}

/**
 * Ends a session: it leaves a record without tokens, which no earlier refresh can replace.
 *
 * @param store The store.
 * @returns The stored record.
 */
export function endSession(store: Swappable): Promise<TokenRecord> {
  return put(store, (before) => ({ generation: nextGeneration(before) }));
}

async function put(store: Swappable, make: (before: TokenRecord | undefined) => TokenRecord): Promise<TokenRecord> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await store.read();
    const next = make(before);
    if (await store.compareAndSwap(before, next)) return next;
  }
  throw failure("token_store", "Cannot store the tokens: other processes keep replacing them");
}
