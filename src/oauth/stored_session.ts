import { failure } from "../failure.ts";
import type { AtomicTokenStore, TokenRecord } from "../types/token_record.ts";
import { newSession, sidOf } from "./token_record.ts";

const MOST_TRIES = 50;

/**
 * Starts or ends a session: it replaces whatever is stored, and a refresh that began before can't undo it.
 *
 * @param tokens The tokens, with their times if known; none for a sign-out, which leaves a tombstone. With a `sid`, a
 * repeated call recognises its earlier write.
 */
export async function startSession(store: AtomicTokenStore, tokens: Partial<TokenRecord>): Promise<TokenRecord> {
  const sid = tokens.sid ?? crypto.randomUUID();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await store.read();
    if (before && (sidOf(before) === sid || before.after?.includes(sid))) return before;
    const next = newSession(before, { ...tokens, sid });
    if (await store.compareAndSwap(before, next)) return next;
  }
  throw failure("token_store", "Cannot store the tokens: other processes keep replacing them");
}
