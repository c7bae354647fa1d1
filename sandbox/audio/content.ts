/**
 * Bytes that can be read from any position, wherever they are stored.
 *
 * @module
 */
import { open } from "node:fs/promises";

const CHUNK_BYTES = 64 * 1024;

/** Bytes of a known length, read a piece at a time. */
export interface Content {
  /** How many bytes there are. */
  readonly size: number;
  /** The file that holds exactly these bytes, where there is one. */
  readonly path?: string;
  /** Reads from `start` up to, but not including, `end`; the whole by default. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** Content that is in memory. */
export function memoryContent(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    async *read(start = 0, end = bytes.length) {
      if (start < end) yield bytes.subarray(start, end);
    },
  };
}

/** Content of a file, which is open only while it is read. */
export function fileContent(path: string, size: number): Content {
  return {
    size,
    path,
    async *read(start = 0, end = size) {
      const file = await open(path);
      try {
        for (let position = start; position < end;) {
          const buffer = new Uint8Array(Math.min(CHUNK_BYTES, end - position));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
          if (bytesRead === 0) throw new Error(`Cannot read ${end - position} more bytes: the file was cut`);
          position += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
      } finally {
        await file.close();
      }
    },
  };
}

/** Content that is one piece over and over, cut to a size: it takes no more memory than the piece. */
export function repeatedContent(piece: Uint8Array, size: number): Content {
  return {
    size,
    async *read(start = 0, end = size) {
      for (let position = start; position < end;) {
        const from = position % piece.length;
        const part = piece.subarray(from, Math.min(piece.length, from + end - position));
        position += part.length;
        yield part;
      }
    },
  };
}

/** A part of other content. */
export function slicedContent(content: Content, from: number, to: number): Content {
  return { size: to - from, read: (start = 0, end = to - from) => content.read(from + start, from + end) };
}

/** Joins pieces into one array; for small contents. */
export async function readAll(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  return joinBytes(await Array.fromAsync(chunks));
}

/** Concatenates pieces. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** The stream of a reply's body. Nothing is read ahead, because the body of a HEAD is neither read nor cancelled. */
export function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
