/**
 * Archives in the form of POSIX `tar`, written and read as they flow: nothing of a large file is kept.
 *
 * @module
 */
import type { Content } from "../audio/content.ts";

/** A file of an archive that is being read. Its bytes have to be read before the next file is. */
export interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
const SUM_AT = 148;

function header(name: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number) => block.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  put(name.slice(0, 100), 0);
  put(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0        0`, 100);
  put("ustar\x0000", 257);
  put(`${octal(block.reduce((sum, byte) => sum + byte, 0), 6)}\0 `, SUM_AT);
  return block;
}

function padding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - size % BLOCK) % BLOCK);
}

/** The bytes of an archive of files up to 8 GiB each. */
export async function* writeTar(files: Iterable<readonly [name: string, content: Content]>): AsyncIterable<Uint8Array> {
  for (const [name, content] of files) {
    yield header(name, content.size);
    yield* content.read();
    yield padding(content.size);
  }
  yield new Uint8Array(2 * BLOCK);
}

/** Bytes that flow in, taken in portions of one's own. */
export class Inflow {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes without taking them: so many, or fewer where no more come. */
  async peek(count: number): Promise<Uint8Array> {
    while (this.#rest.length < count) {
      const { done, value } = await this.#source.next();
      if (done) break;
      const joined = new Uint8Array(this.#rest.length + value.length);
      joined.set(this.#rest);
      joined.set(value, this.#rest.length);
      this.#rest = joined;
    }
    return this.#rest.subarray(0, count);
  }

  /** Wants nothing more. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Takes everything that still comes. */
  async *rest(): AsyncIterable<Uint8Array> {
    while ((await this.peek(1)).length > 0) yield* this.take(this.#rest.length);
  }

  /** Takes so many bytes, a piece at a time. */
  async *take(count: number): AsyncIterable<Uint8Array> {
    for (let left = count; left > 0;) {
      const piece = (await this.peek(1)).length === 0 ? undefined : this.#rest.subarray(0, left);
      if (piece === undefined) throw new Error(`the archive ends ${left} bytes too soon`);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}

function fieldOf(block: Uint8Array, from: number, to: number): string {
  return new TextDecoder().decode(block.subarray(from, to)).replace(/\0.*$/s, "");
}

/** Size in a header, once the header is seen to be one. */
function sizeOf(block: Uint8Array): number {
  const sum = block.reduce((sum, byte, i) => sum + (i >= SUM_AT && i < SUM_AT + 8 ? 32 : byte), 0);
  const size = Number.parseInt(fieldOf(block, 124, 136), 8);
  if (Number.parseInt(fieldOf(block, SUM_AT, SUM_AT + 8), 8) !== sum || !(size >= 0)) {
    throw new Error("the archive is damaged");
  }
  return size;
}

/**
 * The files of an archive, one after the other.
 *
 * @throws {Error} When it is damaged, or ends too soon.
 */
export async function* readTar(inflow: Inflow): AsyncIterable<ArchivedFile> {
  for (;;) {
    const block = (await inflow.peek(BLOCK)).slice();
    if (block.length < BLOCK) throw new Error("the archive ends too soon");
    if (block[0] === 0) return;
    for await (const _ of inflow.take(BLOCK));
    const size = sizeOf(block);
    yield { name: fieldOf(block, 0, 100), size, read: () => inflow.take(size) };
    for await (const _ of inflow.take(padding(size).length));
  }
}
