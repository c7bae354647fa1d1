import { dropOldest, setNewest } from "../oldest.ts";
import type { TokenRecord } from "../types/token_record.ts";
import { markOf, nextRecord, sidOf } from "./token_record.ts";

/** Maximum number of replaced writes, and of sightings, that are remembered. */
const REMEMBERED = 64;
/** The longest block that is respected, in milliseconds: SoundCloud blocks for 12 hours. */
export const LONGEST_BLOCK_MS = 86_400_000;

export class SessionMemory {
  newest: TokenRecord | undefined;
  readonly #replaced = new Set<string>();
  /** When a write, an intent or a block was first seen, by the monotonic clock. */
  readonly #seen = new Map<string, number>();
  /** Whether the store ever showed an older record than this process knew. */
  hadRollback = false;

  /** Tells whether the store went back in time: it shows a record that this process saw replaced. */
  hasGoneBack(stored: TokenRecord | undefined): boolean {
    const newest = this.newest;
    if (!stored || !newest || markOf(stored) === markOf(newest)) return false;
    const isOlder = sidOf(stored) === sidOf(newest)
      ? (stored.seq ?? 0) < (newest.seq ?? 0)
      : !!newest.after?.includes(sidOf(stored));
    return isOlder || this.#replaced.has(markOf(stored));
  }

  adopt<R extends TokenRecord | undefined>(record: R): R {
    if (!record) return record;
    const mark = markOf(record);
    if (this.newest && markOf(this.newest) !== mark) this.#replaced.add(markOf(this.newest));
    this.newest = record;
    for (const id of [mark, record.intent?.id, record.block?.id]) if (id && !this.#seen.has(id)) this.#note(id);
    dropOldest(this.#replaced, REMEMBERED);
    return record;
  }

  /**
   * Creates the record that replaces an older one of a store that went back. Somebody may be sending its refresh
   * token, so it has an intent.
   */
  healed(leaseMs: number): TokenRecord {
    const { intent, block, refreshToken } = this.newest!;
    const guard = refreshToken ? { id: crypto.randomUUID(), leaseMs } : undefined;
    return nextRecord(this.newest, { intent: intent ?? guard, block });
  }

  /** Tells how old an intent is at least. Each process counts by its own clock. */
  ageOf({ intent, ...record }: TokenRecord): number {
    const { id = "", agedMs } = intent ?? {};
    return Math.max(this.#since(id), agedMs === undefined ? 0 : agedMs + this.#since(markOf(record)));
  }

  /** Tells for how long a write stands unchanged, as far as this process knows. */
  standsFor(record: TokenRecord): number {
    return this.#since(markOf(record));
  }

  /** Counts anew how long the current write stands: the store failed, so others may have been waiting for it. */
  recount(): void {
    if (this.newest) this.#note(markOf(this.newest));
  }

  /**
   * Tells how long a block still lasts, by whichever clock ends it first.
   *
   * @param record The record, or `undefined`.
   * @returns Milliseconds; 0 without a block.
   */
  blockedFor(record: TokenRecord | undefined): number {
    if (!record?.block) return 0;
    const { id, forMs, until } = record.block;
    const waitMs = Math.min(until - Date.now(), forMs - this.#since(id));
    return waitMs > 0 && waitMs <= LONGEST_BLOCK_MS ? waitMs : 0;
  }

  #note(id: string): void {
    setNewest(this.#seen, id, performance.now(), REMEMBERED);
  }

  #since(id: string): number {
    return performance.now() - (this.#seen.get(id) ?? performance.now());
  }
}
