/**
 * Records as JSON text.
 *
 * @module
 */
import { toTokenRecord } from "../oauth/token_record.ts";
import type { TokenRecord } from "../types/token_record.ts";

/**
 * Parses a stored record.
 *
 * @param text The text.
 * @returns The record; `undefined` when it isn't one. The parser's error isn't passed on: it would reveal the text.
 */
export function parseRecord(text: string): TokenRecord | undefined {
  try {
    return toTokenRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}
