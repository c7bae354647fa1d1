import type { Queued } from "./queue.ts";

export type Repeat = "off" | "all" | "one";

const NEXT_REPEAT: Readonly<Record<Repeat, Repeat>> = { off: "all", all: "one", one: "off" };

export class PlayQueue {
  readonly #source: AsyncGenerator<Queued>;
  readonly #random: () => number;
  #items: Queued[] = [];
  #at = -1;
  #repeat: Repeat = "off";
  #isShuffled = false;

  constructor(source: AsyncGenerator<Queued>, random: () => number = Math.random) {
    this.#source = source;
    this.#random = random;
  }

  /** The tracks read from the source so far, in playing order. */
  get items(): readonly Queued[] {
    return this.#items;
  }

  /** The index of the current track, or -1 before the first. */
  get at(): number {
    return this.#at;
  }

  get isShuffled(): boolean {
    return this.#isShuffled;
  }

  /** Returns the next track, or undefined at the end. With `skips`, moves on from a repeated track. */
  async next(skips: boolean = false): Promise<Queued | undefined> {
    if (this.#repeat === "one" && !skips && this.#at >= 0) return this.#items[this.#at];
    if (this.#at + 1 >= this.#items.length) await this.#take();
    if (this.#at + 1 < this.#items.length) return this.#items[++this.#at];
    if (this.#repeat === "off" || this.#items.every((item) => "error" in item)) return undefined;
    this.#at = 0;
    return this.#items[0];
  }

  /** Returns the previous track, or the first one at the start of the queue. */
  previous(): Queued | undefined {
    this.#at = Math.max(0, this.#at - 1);
    return this.#items[this.#at];
  }

  cycleRepeat(): Repeat {
    return this.#repeat = NEXT_REPEAT[this.#repeat];
  }

  /** Shuffles the upcoming tracks, after reading all of them from the source. */
  async shuffle(): Promise<void> {
    while (await this.#take());
    const head = this.#items.slice(0, this.#at + 1);
    const rest = this.#items.slice(this.#at + 1);
    for (let last = rest.length - 1; last > 0; last--) {
      const other = Math.floor(this.#random() * (last + 1));
      [rest[last], rest[other]] = [rest[other]!, rest[last]!];
    }
    this.#items = [...head, ...rest];
    this.#isShuffled = true;
  }

  async readAhead(count: number): Promise<void> {
    while (this.#items.length <= this.#at + count && await this.#take());
  }

  async #take(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (!done) this.#items.push(value);
    return !done;
  }
}
