/**
 * Sign-ins and sign-outs in a store.
 *
 * @module
 */
import { failure } from "../failure.ts";
import type { TokenRecord } from "../types/token_record.ts";
import type { AtomicTokenStore } from "../types/token_record.ts";
import { nextGeneration } from "./generation.ts";

/** How often a write is tried again that others were faster than. */
const MOST_TRIES = 50;

/** What a sign-in and a sign-out need of a store. */
type Swappable = Pick<AtomicTokenStore, "read" | "compareAndSwap">;

/**
 * Starts a session: it replaces whatever is stored, and a refresh that began before can't undo it.
 *
 * @param store The store.
 * @param tokens The tokens, with their times where they're known.
 * @returns What was stored, with its generation.
 */
export function startSession(store: Swappable, tokens: Partial<TokenRecord>): Promise<TokenRecord> {
  return put(store, (before) => {
    const { generation = 0 } = tokens;
    return { ...tokens, generation: generation > (before?.generation ?? 0) ? generation : nextGeneration(before) };
  });
}

/**
 * Ends a session: what stays is a record without tokens, which nothing that began before can replace.
 *
 * @param store The store.
 * @returns What was stored.
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
