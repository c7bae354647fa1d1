import { integer } from "../checks.ts";
import { setNewest } from "../oldest.ts";
import type { SoundCache } from "../types/config.ts";

/**
 * A {@linkcode SoundCache} in memory: bounded, with a lifetime per entry; deletes the least recently used entry first.
 *
 * @example
 * ```ts
 * import { MemoryCache, ServiceClient } from "@tonearm/client";
 *
 * const client = new ServiceClient({ clientId: "id", clientSecret: "secret", cache: new MemoryCache({ maxEntries: 500 }) });
 * ```
 */
export class MemoryCache implements SoundCache {
  readonly #entries = new Map<string, { value: unknown; until: number }>();
  readonly #maxEntries: number;

  /**
   * Creates an empty cache.
   *
   * @param options `maxEntries`: maximum number of entries, 1 or more, default 1,000.
   * @throws {TypeError} When `maxEntries` isn't a number.
   * @throws {RangeError} When it isn't a whole number of 1 or more.
   */
  constructor(options: { maxEntries?: number } = {}) {
    const { maxEntries = 1000 } = options;
    integer("maxEntries", maxEntries, 1);
    this.#maxEntries = maxEntries;
  }

  /**
   * Reads an entry.
   *
   * @param key Its key.
   * @returns Its value, or `undefined` when it's missing or expired.
   */
  get(key: string): unknown {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (!entry || entry.until <= Date.now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /**
   * Stores a value.
   *
   * @param key Its key.
   * @param value The value; it isn't copied.
   * @param options `ttlMs`: its lifetime, in milliseconds.
   */
  set(key: string, value: unknown, { ttlMs }: { ttlMs: number }): void {
    setNewest(this.#entries, key, { value, until: Date.now() + ttlMs }, this.#maxEntries);
  }

  /**
   * Deletes an entry.
   *
   * @param key Its key.
   */
  delete(key: string): void {
    this.#entries.delete(key);
  }
}
