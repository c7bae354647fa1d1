/** Values that are costly to compute, by text. When there are too many, all are forgotten. */
export class Memo<Value> {
  readonly #most: number;
  readonly #known = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => Value): Value {
    let value = this.#known.get(key);
    if (value === undefined) {
      if (this.#known.size >= this.#most) this.#known.clear();
      this.#known.set(key, value = make());
    }
    return value;
  }

  clear(): void {
    this.#known.clear();
  }
}
