/** The sandbox's own time. Tokens, limits, signed addresses and processing follow it. */
export interface Clock {
  /** Milliseconds since the epoch, as the sandbox sees them. */
  now(): number;
  /** Stops the clock at the current time; {@linkcode Clock.set} and {@linkcode Clock.advance} still move it. */
  freeze(): void;
  /** Lets a frozen clock run on. */
  resume(): void;
  /** Moves the clock to a moment; a frozen clock stays frozen there. */
  set(moment: string | Date | number): void;
  /** Moves the clock forward (or back, when negative) by milliseconds. */
  advance(milliseconds: number): void;
  /** Whether the clock is frozen. */
  readonly frozen: boolean;
}

/** A stored clock: its offset from the system's, or its frozen time. */
export type ClockState = { readonly offset: number } | { readonly stopped: number };

/** A clock that outlives its process. */
export interface KeptClock extends Clock {
  /** What {@linkcode KeptClock.bring} puts back. */
  keep(): ClockState;
  /** Shows the time that a kept clock would show by now. */
  bring(state: ClockState): void;
}

function moment(value: string | Date | number): number {
  const at = new Date(value).getTime();
  if (Number.isNaN(at)) throw new TypeError(`Cannot set the clock: ${String(value)} is not a moment in time`);
  return at;
}

class SandboxClock implements KeptClock {
  #offset = 0;
  #stopped: number | undefined;

  get frozen(): boolean {
    return this.#stopped !== undefined;
  }

  now(): number {
    return this.#stopped ?? Date.now() + this.#offset;
  }

  freeze(): void {
    this.#stopped ??= this.now();
  }

  resume(): void {
    if (this.#stopped === undefined) return;
    this.#offset = this.#stopped - Date.now();
    this.#stopped = undefined;
  }

  set(value: string | Date | number): void {
    const at = moment(value);
    if (this.frozen) this.#stopped = at;
    else this.#offset = at - Date.now();
  }

  keep(): ClockState {
    return this.#stopped === undefined ? { offset: this.#offset } : { stopped: this.#stopped };
  }

  bring(state: ClockState): void {
    if ("stopped" in state) this.#stopped = state.stopped;
    else [this.#offset, this.#stopped] = [state.offset, undefined];
  }

  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds)) throw new TypeError("Cannot advance the clock: not a number of milliseconds");
    this.set(this.now() + milliseconds);
  }
}

/**
 * Makes a running clock.
 *
 * @param start The moment it shows now; the system's time when left out.
 */
export function createClock(start?: string | Date | number): KeptClock {
  const clock = new SandboxClock();
  if (start !== undefined) clock.set(start);
  return clock;
}
