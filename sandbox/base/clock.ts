/** The sandbox's own time. Tokens, limits, signed URLs and processing follow it. */
export interface Clock {
  /** The sandbox's time, in milliseconds since the epoch. */
  now(): number;
  /**
   * Stops the clock; {@linkcode Clock.set} and {@linkcode Clock.advance} still move it.
   *
   * @param time The time that it then shows. Default: its current time.
   */
  freeze(time?: string | Date | number): void;
  /** Lets a frozen clock run again. */
  resume(): void;
  /** Sets the clock to a time; a frozen clock stays frozen. */
  set(time: string | Date | number): void;
  /** Moves the clock forward by milliseconds, or back if negative. */
  advance(milliseconds: number): void;
  /** Whether the clock is frozen. */
  readonly frozen: boolean;
}

export type ClockState = { readonly offset: number } | { readonly stopped: number };

function readTime(value: string | Date | number): number {
  const isTime = typeof value === "string" || typeof value === "number" || value instanceof Date;
  const at = isTime ? new Date(value).getTime() : NaN;
  if (Number.isNaN(at)) throw new TypeError(`Cannot set the clock: ${String(value)} is not a time`);
  return at;
}

export class SandboxClock implements Clock {
  #offset = 0;
  #stopped: number | undefined;

  constructor(start?: string | Date | number) {
    if (start !== undefined) this.set(start);
  }

  get frozen(): boolean {
    return this.#stopped !== undefined;
  }

  now(): number {
    return this.#stopped ?? Date.now() + this.#offset;
  }

  freeze(value?: string | Date | number): void {
    this.#stopped = value === undefined ? this.now() : readTime(value);
  }

  resume(): void {
    if (this.#stopped === undefined) return;
    this.#offset = this.#stopped - Date.now();
    this.#stopped = undefined;
  }

  set(value: string | Date | number): void {
    const at = readTime(value);
    if (this.frozen) this.#stopped = at;
    else this.#offset = at - Date.now();
  }

  keep(): ClockState {
    return this.#stopped === undefined ? { offset: this.#offset } : { stopped: this.#stopped };
  }

  restore(state: ClockState): void {
    if ("stopped" in state) this.#stopped = state.stopped;
    else [this.#offset, this.#stopped] = [state.offset, undefined];
  }

  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds)) throw new TypeError("Cannot advance the clock: not a number of milliseconds");
    this.set(this.now() + milliseconds);
  }
}
