/** Hashes a string to four 32-bit words (cyrb128): the generator's state. */
function spread(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ k, 597399067);
    b = c ^ Math.imul(b ^ k, 2869860233);
    c = d ^ Math.imul(c ^ k, 951274213);
    d = a ^ Math.imul(d ^ k, 2716044179);
  }
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a];
}

/** Returns a new UUID. `crypto.randomUUID()` is missing on pages over plain HTTP. */
export function newId(): string {
  return new Random(crypto.getRandomValues(new Uint32Array(4)).join()).uuid();
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** sfc32: equal seeds give equal sequences in every runtime. Nothing here is secret, tokens included. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: string | number) {
    [this.#a, this.#b, this.#c, this.#d] = spread(String(seed));
    for (let i = 0; i < 8; i++) this.next();
  }

  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }

  float(): number {
    return this.next() / 4294967296;
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.float() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.float() < probability;
  }

  /** Returns an element of a list that isn't empty. */
  pick<T>(list: readonly T[]): T {
    const chosen = list[this.int(0, list.length - 1)];
    if (chosen === undefined) throw new RangeError("Cannot pick from an empty list");
    return chosen;
  }

  /** Returns `count` different elements of the list, or all if it is shorter, in random order. */
  sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const drawn: T[] = [];
    while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(this.int(0, rest.length - 1), 1));
    return drawn;
  }

  letters(length: number): string {
    let text = "";
    for (let i = 0; i < length; i++) text += LETTERS[this.next() % LETTERS.length];
    return text;
  }

  hex(length: number): string {
    let text = "";
    while (text.length < length) text += this.next().toString(16).padStart(8, "0");
    return text.slice(0, length);
  }

  uuid(): string {
    const h = this.hex(32);
    const variant = (8 + (this.next() % 4)).toString(16);
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20)}`;
  }
}
