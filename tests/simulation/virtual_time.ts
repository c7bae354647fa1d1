// Virtual time for many simulated processes: timers, clocks and random numbers come from one seeded schedule.
//
// The code under test runs unchanged. Each simulated process has its own clocks; an asynchronous context tells which
// process asks. A paused process keeps its events until it continues; those of a dead one never happen.
import { AsyncLocalStorage } from "node:async_hooks";

/** A simulated process, as its clocks and events see it. */
export class Process {
  readonly name: string;
  /** How far its time of day is ahead, in milliseconds. */
  skewMs = 0;
  /** For how long its monotonic clock stood still. */
  suspendedMs = 0;
  pausedUntil = -60_000;
  isDead = false;
  /** How often it has asked the store. */
  operations = 0;

  constructor(name: string) {
    this.name = name;
  }
}

interface Event {
  at: number;
  readonly order: number;
  readonly process: Process | undefined;
  readonly run: () => void;
  isCancelled: boolean;
}

/** Turns of promises that an event may need until the code under test waits for the next event. */
const TURNS = 60;
const context = new AsyncLocalStorage<{ readonly time: VirtualTime; readonly process: Process }>();

/** The schedule of one run. */
export class VirtualTime {
  now = 0;
  /** Called before each event of a process, which it may stop or end. */
  onEvent: ((process: Process) => void) | undefined;
  /** What happened, for a person. Empty unless `isLogging`. */
  readonly log: string[] = [];
  readonly #isLogging: boolean;
  readonly #queue: Event[] = [];
  #order = 0;
  #state: number;

  constructor(seed: number, isLogging: boolean) {
    this.#state = seed >>> 0;
    this.#isLogging = isLogging;
  }

  /** The next random number, 0 to 1 (mulberry32). */
  random(): number {
    let value = this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }

  /** A random whole number of a range. */
  between(least: number, most: number): number {
    return Math.floor(least + this.random() * (most - least + 1));
  }

  /** Whether something of a probability happens. */
  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Notes what happened. */
  say(who: string, what: string): void {
    if (this.#isLogging) this.log.push(`${(this.now / 1000).toFixed(3).padStart(9)} ${who.padEnd(6)} ${what}`);
  }

  /** Runs something later, in a process or in the world. */
  at(ms: number, run: () => void, process?: Process): Event {
    const event = { at: this.now + Math.max(0, ms), order: this.#order++, process, run, isCancelled: false };
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(event, this.#queue[middle]!)) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, event);
    return event;
  }

  /** Waits, in a process. */
  wait(ms: number, process: Process): Promise<void> {
    return new Promise((resolve) => this.at(ms, resolve, process));
  }

  /** Starts code in a process. */
  start(process: Process, work: () => Promise<unknown>): void {
    this.at(0, () => void work().catch((error) => this.say(process.name, `failed: ${error}`)), process);
  }

  /** Runs until nothing is left to do, or a time is over. */
  async run(untilMs: number): Promise<void> {
    for (let event = this.#queue.pop(); event && event.at <= untilMs; event = this.#queue.pop()) {
      const { process } = event;
      if (event.isCancelled || process?.isDead) continue;
      this.now = event.at;
      if (process) this.onEvent?.(process);
      if (process?.isDead) continue;
      if (process && process.pausedUntil > this.now) {
        this.at(process.pausedUntil - this.now, event.run, process);
        continue;
      }
      if (process) context.run({ time: this, process }, event.run);
      else event.run();
      for (let n = 0; n < TURNS; n++) await undefined;
    }
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || one.at === other.at && one.order < other.order;
}

/** Replaces the clocks, timers and random numbers of this program until disposed. Outside of processes they stay. */
export function installVirtualTime(): Disposable {
  const real = {
    now: Date.now,
    monotonic: performance.now,
    random: Math.random,
    uuid: crypto.randomUUID,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
  };
  const inside = <T>(virtual: (here: { time: VirtualTime; process: Process }) => T, outside: () => T): T => {
    const here = context.getStore();
    return here ? virtual(here) : outside();
  };
  Date.now = () => inside(({ time, process }) => Math.floor(1e12 + time.now + process.skewMs), () => real.now());
  performance.now = () =>
    inside(({ time, process }) => time.now - process.suspendedMs, () => real.monotonic.call(performance));
  Math.random = () => inside(({ time }) => time.random(), () => real.random());
  crypto.randomUUID = () => inside(({ time }) => uuidOf(time), () => real.uuid.call(crypto));
  const replace = (name: "setTimeout" | "clearTimeout", value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  replace("setTimeout", (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    inside<unknown>(
      ({ time, process }) => time.at(ms, () => run(...args), process),
      () => real.setTimeout(run, ms, ...args),
    ));
  replace("clearTimeout", (timer: unknown) => {
    if (typeof timer === "object" && timer !== null && "isCancelled" in timer) timer.isCancelled = true;
    else real.clearTimeout(timer as number);
  });
  return {
    [Symbol.dispose]() {
      Date.now = real.now;
      performance.now = real.monotonic;
      Math.random = real.random;
      crypto.randomUUID = real.uuid;
      replace("setTimeout", real.setTimeout);
      replace("clearTimeout", real.clearTimeout);
    },
  };
}

function uuidOf(time: VirtualTime): ReturnType<typeof crypto.randomUUID> {
  const hex = () => time.between(0, 0xffff).toString(16).padStart(4, "0");
  return `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`;
}
