// Finds the frames of a compressed audio stream in constant memory.
import { joinBytes } from "../base/content.ts";

export interface FrameHeader {
  /** Size of the frame including its header, in bytes. */
  readonly size: number;
  readonly samples: number;
  readonly sampleRate: number;
  readonly channels: number;
}

export interface Frame extends FrameHeader {
  readonly start: number;
  /** The frame, as a view that is valid until the next frame is read. */
  readonly bytes: Uint8Array;
}

export interface FrameFormat {
  readonly headerBytes: number;
  /** Parses the header at an offset; returns undefined if there is none. */
  parse(bytes: Uint8Array, offset: number): FrameHeader | undefined;
}

/**
 * Reads the frames of a stream. Tags and other bytes between frames are skipped. After such bytes, a frame counts only
 * if another one follows it, because random bytes may look like a header.
 */
export async function* readFrames(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  format: FrameFormat,
): AsyncGenerator<Frame> {
  const scanner = new FrameScanner(format);
  for await (const chunk of chunks) yield* scanner.push(chunk);
  yield* scanner.finish();
}

class FrameScanner {
  readonly #format: FrameFormat;
  #pending = new Uint8Array(0);
  #position = 0;
  #base = 0;
  #skip = 0;
  #synced = false;
  #ended = false;

  constructor(format: FrameFormat) {
    this.#format = format;
  }

  push(chunk: Uint8Array): Generator<Frame> {
    this.#pending = joinBytes([this.#pending.subarray(this.#position), chunk]);
    this.#base += this.#position;
    this.#position = 0;
    return this.#drain();
  }

  finish(): Generator<Frame> {
    this.#ended = true;
    return this.#drain();
  }

  *#drain(): Generator<Frame> {
    while (this.#stepOverTag()) {
      const at = this.#position;
      if (this.#available() < this.#format.headerBytes) return;
      const header = this.#format.parse(this.#pending, at);
      const verdict = header ? this.#confirm(header, at) : "no";
      if (verdict === "wait") return;
      this.#synced = verdict === "yes";
      this.#position += header && this.#synced ? header.size : 1;
      if (header && this.#synced) {
        yield { ...header, start: this.#base + at, bytes: this.#pending.subarray(at, at + header.size) };
      }
    }
  }

  #available(): number {
    return this.#pending.length - this.#position;
  }

  #confirm(header: FrameHeader, at: number): "yes" | "no" | "wait" {
    const next = at + header.size;
    const lookahead = this.#synced ? 0 : this.#format.headerBytes;
    if (next + lookahead > this.#pending.length) {
      if (!this.#ended) return "wait";
      return this.#synced && next <= this.#pending.length ? "yes" : "no";
    }
    return this.#synced || this.#format.parse(this.#pending, next) ? "yes" : "no";
  }

  /** Skips an ID3v2 tag, whose picture may contain anything. Returns false if more bytes are needed first. */
  #stepOverTag(): boolean {
    if (this.#skip === 0 && this.#available() >= 10) this.#skip = id3Size(this.#pending, this.#position);
    if (this.#skip === 0) return this.#ended || this.#available() >= 10;
    const step = Math.min(this.#skip, this.#available());
    this.#skip -= step;
    this.#position += step;
    return this.#skip === 0 && this.#stepOverTag();
  }
}

/** Returns the size of an ID3v2 tag, which has four bytes of seven bits, or 0 without one. */
function id3Size(bytes: Uint8Array, offset: number): number {
  if (bytes[offset] !== 0x49 || bytes[offset + 1] !== 0x44 || bytes[offset + 2] !== 0x33) return 0;
  const [flags = 0, a = 0, b = 0, c = 0, e = 0] = bytes.subarray(offset + 5, offset + 10);
  return 10 + (a << 21 | b << 14 | c << 7 | e) + (flags & 0x10 ? 10 : 0);
}
