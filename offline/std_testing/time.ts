// Stands in for `@std/testing/time`, over `npm:@sinonjs/fake-timers`.
import { type Clock, install } from "fake-timers";

const realTimeout = AbortSignal.timeout;
const realSetTimeout = setTimeout;
let current: FakeTime | undefined;

/** Thrown if time is faked twice or restored twice. */
export class TimeError extends Error {
  override name = "TimeError";
}

/** Replaces `Date`, the timers and `AbortSignal.timeout` until it is disposed; time advances only on request. */
export class FakeTime {
  /** The time at which it started. */
  readonly start: number;
  #clock: Clock;

  /** Fakes time from `start`. Default: the current time. */
  constructor(start?: number | string | Date | null) {
    if (current) throw new TimeError("Cannot construct FakeTime: time is already faked");
    this.start = new Date(start ?? Date.now()).getTime();
    if (Number.isNaN(this.start)) throw new TypeError(`Cannot construct FakeTime: invalid start time ${this.start}`);
    this.#clock = installClock(this.start);
    current = this;
  }

  /** The current time in milliseconds; setting it runs the timers that become due. */
  get now(): number {
    return this.#clock.now;
  }
  set now(value: number) {
    if (value < this.now) {
      throw new RangeError(`Cannot set current time in the past, time must be >= ${this.now}: received ${value}`);
    }
    this.tick(value - this.now);
  }

  /** Advances time and runs the timers that become due. */
  tick(ms = 0): void {
    this.#clock.tick(ms);
  }

  /** Lets pending promises settle, then advances time. */
  async tickAsync(ms = 0): Promise<void> {
    await this.runMicrotasks();
    this.tick(ms);
  }

  /** Advances to the next timer and runs it. Returns whether there was one. */
  next(): boolean {
    const isDue = this.#clock.countTimers() > 0;
    if (isDue) this.#clock.next();
    return isDue;
  }

  /** Lets pending promises settle, then advances to the next timer. */
  async nextAsync(): Promise<boolean> {
    await this.runMicrotasks();
    return this.next();
  }

  /** Runs timers until none is left. */
  runAll(): void {
    while (this.next());
  }

  /** Runs timers until none is left, letting promises settle before each. */
  async runAllAsync(): Promise<void> {
    while (this.#clock.countTimers() > 0) await this.nextAsync();
  }

  /** Lets pending promises settle. */
  runMicrotasks(): Promise<void> {
    return this.delay(0);
  }

  /** Waits in real time. */
  delay(ms: number): Promise<void> {
    return new Promise((resolve) => realSetTimeout(resolve, ms));
  }

  /** Restores real time. */
  restore(): void {
    if (current !== this) throw new TimeError("Cannot restore time: time is already restored");
    this.#clock.uninstall();
    AbortSignal.timeout = realTimeout;
    current = undefined;
  }

  /** Restores real time at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.restore();
  }
}

function installClock(now: number): Clock {
  const toFake = ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
  const clock = install({ now, toFake: [...toFake], ignoreMissingTimers: true });
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    clock.setTimeout(() => controller.abort(new DOMException("Signal timed out.", "TimeoutError")), ms);
    return controller.signal;
  };
  return clock;
}
