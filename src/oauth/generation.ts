/**
 * The order of a session's records.
 *
 * @module
 */
import type { TokenRecord } from "../types/token_record.ts";

/**
 * Numbers the sign-in or sign-out that follows a record. The clock keeps it different from the numbers of a session
 * that the store has lost.
 *
 * @param record The previous record, or `undefined`.
 * @param now Milliseconds since 1970.
 * @returns The generation: greater than that of the record.
 */
export function nextGeneration(record: TokenRecord | undefined, now: number = Date.now()): number {
  return Math.max((record?.generation ?? 0) + 1, Math.floor(now));
}
