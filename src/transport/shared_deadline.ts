/**
 * Time limits that calls share.
 *
 * @module
 */

/**
 * Maximum number of calls per signal. Runtimes keep a listener for each call until it's collected, and Node warns of
 * many.
 */
const MOST_CALLS = 128;

/** A signal, and a timer while calls are running. */
export class SharedDeadline {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;
  readonly ms: number;
  /** Number of calls so far. */
  entered = 0;
  /** Number of running calls. */
  calls = 0;
  /** When the timer was started. */
  startedAt = 0;
  /** Undefined while no call is running. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends a call. The timer stops with the last one. */
  readonly leave = (): void => {
    this.calls--;
    if (this.calls) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  };

  constructor(ms: number) {
    this.ms = ms;
  }

  start(now: number, expire: (deadline: SharedDeadline) => void): void {
    this.startedAt = now;
    this.timer = setTimeout(() => {
      expire(this);
      this.#controller.abort();
    }, this.ms);
  }
}

/**
 * The deadlines of a client's calls. Calls that begin within a hundredth of their limit share one, because a separate
 * signal and timer cost a runtime as much as the rest of a call.
 */
export class SharedDeadlines {
  readonly #expire: (deadline: SharedDeadline) => void;
  readonly #now: () => number;
  #latest = new SharedDeadline(0);

  /**
   * Creates the deadlines of a client.
   *
   * @param expire Ends the calls of an expired deadline.
   * @param now A monotonic clock, in milliseconds.
   */
  constructor(expire: (deadline: SharedDeadline) => void, now: () => number = performance.now.bind(performance)) {
    this.#expire = expire;
    this.#now = now;
  }

  /**
   * Starts the time limit of a call.
   *
   * @param ms The limit, in milliseconds. It may be up to a hundredth shorter.
   * @returns The deadline. The call has to leave it when it ends.
   */
  enter(ms: number): SharedDeadline {
    const now = this.#now();
    let latest = this.#latest;
    const isYoung = latest.timer === undefined || now - latest.startedAt < ms / 100;
    if (!isYoung || latest.ms !== ms || latest.entered >= MOST_CALLS || latest.signal.aborted) {
      this.#latest = latest = new SharedDeadline(ms);
    }
    latest.entered++;
    latest.calls++;
    if (latest.timer === undefined) latest.start(now, this.#expire);
    return latest;
  }
}
