/** A kind of request that isn't documented. */
export interface UndocumentedRequest {
  /** Such as `GET /track/7`. */
  readonly request: string;
  /** The undocumented part: the operation, or a parameter. */
  readonly problem: string;
  /** The documented operation that it is nearest to. */
  readonly nearest: string;
  /** Number of requests. */
  readonly count: number;
}

const MOST_KEPT = 200;

/** The undocumented requests to a world, each kind once. */
export class Undocumented {
  readonly #found = new Map<string, UndocumentedRequest>();

  /** Records a request. Only the first two hundred kinds are kept. */
  note(request: string, problem: string, nearest: string, count = 1): void {
    const key = `${request} ${problem}`;
    const known = this.#found.get(key);
    if (known === undefined && this.#found.size >= MOST_KEPT) return;
    this.#found.set(key, { request, problem, nearest, count: (known?.count ?? 0) + count });
  }

  /** Adds the requests of another record. */
  merge(other: Undocumented): void {
    for (const { request, problem, nearest, count } of other.list()) {
      this.note(request, problem, nearest, count);
    }
  }

  /** The kinds of requests, in the order of their first request. */
  list(): UndocumentedRequest[] {
    return [...this.#found.values()];
  }

  /** Clears the record. */
  clear(): void {
    this.#found.clear();
  }
}
