import type { AtomicTokenStore, TokenRecord } from "../types/token_record.ts";
import { isSameRecord } from "./token_record.ts";

/**
 * An {@linkcode AtomicTokenStore} in memory: for several clients of one process, and for tests.
 *
 * @example
 * ```ts
 * import { MemoryTokenStore } from "@tonearm/client";
 *
 * const store = new MemoryTokenStore({ generation: 1, accessToken: "a1", refreshToken: "r1" });
 * const expected = store.read();
 * store.compareAndSwap(expected, { generation: 1, accessToken: "a2", refreshToken: "r2" }); // true
 * store.compareAndSwap(expected, { generation: 1, accessToken: "a3", refreshToken: "r3" }); // false: r1 was replaced
 * ```
 */
export class MemoryTokenStore implements AtomicTokenStore {
  #record: TokenRecord | undefined;

  /**
   * Creates a store.
   *
   * @param record The initial record. Default: none.
   */
  constructor(record?: TokenRecord) {
    this.#record = record;
  }

  /**
   * Reads the record.
   *
   * @returns The record, or `undefined`.
   */
  read(): TokenRecord | undefined {
    return this.#record;
  }

  /**
   * Replaces the record if it's still the expected one.
   *
   * @param expected The record that was read before.
   * @param next What to store.
   * @returns Whether it was stored.
   */
  compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): boolean {
    if (!isSameRecord(this.#record, expected)) return false;
    this.#record = next;
    return true;
  }
}
