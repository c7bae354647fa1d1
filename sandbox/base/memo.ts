/**
 * Values that are costly to compute, by text: `known.get(key) ?? known.keep(key, compute())`. When there are too many,
 * all are forgotten.
 */
export class Memo<Value> extends Map<string, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  keep(key: string, value: Value): Value {
    if (this.size >= this.#most) this.clear();
    this.set(key, value);
    return value;
  }
}
