import { replaced } from "../replaced.ts";

interface Timer {
  readonly id: number;
  readonly run: () => void;
  readonly everyMs: number | undefined;
  at: number;
}

/**
 * Replaces `Date`, the timers and `performance.now()`. Timers run one by one, and only on request. `FakeTime` leaves
 * `performance.now()`, and doesn't tell which timers are left. As on every platform, a delay that is too long is none.
 */
export class VirtualClock implements Disposable {
  now: number;
  readonly #start: number;
  readonly #timers = new Map<number, Timer>();
  readonly #stack = new DisposableStack();
  #count = 0;

  constructor(start: string) {
    const now = () => this.now;
    this.now = this.#start = Date.parse(start);
    const FakeDate = class extends Date {
      constructor(...given: unknown[]) {
        super(...(given.length ? given : [now()]) as [number]);
      }
      static override now = now;
    };
    const forget = (id: unknown) => this.#timers.delete(Number(id));
    const all = {
      Date: FakeDate,
      setTimeout: (run: () => void, ms = 0) => this.#add(run, ms, undefined),
      setInterval: (run: () => void, ms = 0) => this.#add(run, ms, ms),
      clearTimeout: forget,
      clearInterval: forget,
    };
    for (const [name, value] of Object.entries(all)) this.#stack.use(replaced(globalThis, name, value));
    this.#stack.use(replaced(performance, "now", () => this.passedMs));
  }

  get passedMs(): number {
    return this.now - this.#start;
  }

  /** How long until each timer runs. */
  get pending(): number[] {
    return [...this.#timers.values()].map(({ at }) => at - this.now).sort((a, b) => a - b);
  }

  /** Advances to the next timer, and runs it. Returns whether there is one. */
  next(): boolean {
    const [timer] = [...this.#timers.values()].sort((a, b) => a.at - b.at || a.id - b.id);
    if (!timer) return false;
    this.now = Math.max(this.now, timer.at);
    if (timer.everyMs === undefined) this.#timers.delete(timer.id);
    else timer.at += timer.everyMs;
    timer.run();
    return true;
  }

  [Symbol.dispose](): void {
    this.#stack.dispose();
  }

  #add(run: () => void, ms: number, everyMs: number | undefined): number {
    const id = ++this.#count;
    this.#timers.set(id, { id, run, everyMs, at: this.now + (ms > 2 ** 31 - 1 ? 1 : Math.max(0, ms)) });
    return id;
  }
}
