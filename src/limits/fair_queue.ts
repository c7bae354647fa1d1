/** A queue that serves its owners in turn, so that an owner with many entries doesn't delay the others. */
export class FairQueue<T> {
  /** Owners in the order of their turns, each with its entries in order. */
  readonly #owners = new Map<string, Set<T>>();

  /** Whether it's empty. */
  get isEmpty(): boolean {
    return this.#owners.size < 1;
  }

  /** Adds an entry. */
  add(owner: string, entry: T): void {
    const entries = this.#owners.get(owner);
    if (entries) entries.add(entry);
    else this.#owners.set(owner, new Set([entry]));
  }

  /**
   * Removes the next entry.
   *
   * @returns The entry, or `undefined` when it's empty.
   */
  next(): T | undefined {
    for (const [owner, entries] of this.#owners) {
      for (const entry of entries) {
        this.remove(owner, entry);
        if (this.#owners.delete(owner)) this.#owners.set(owner, entries);
        return entry;
      }
    }
    return undefined;
  }

  /** Removes an entry. */
  remove(owner: string, entry: T): void {
    const entries = this.#owners.get(owner);
    entries?.delete(entry);
    if (!entries?.size) this.#owners.delete(owner);
  }
}
