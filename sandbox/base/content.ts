/**
 * Bytes with random access, in memory or in a file.
 *
 * @module
 */
import { open } from "node:fs/promises";

const CHUNK_BYTES = 64 * 1024;

/** Bytes of a known length, read in chunks. */
export interface Content {
  /** Size in bytes. */
  readonly size: number;
  /** The file that holds exactly these bytes, if there is one. */
  readonly path?: string;
  /** Reads the bytes from `start` up to, but not including, `end`. Default: all bytes. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** Returns content that is in memory. */
export function memoryContent(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    async *read(start = 0, end = bytes.length) {
      if (start < end) yield bytes.subarray(start, end);
    },
  };
}

/** Returns the content of a file, which is open only while it is read. */
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

/** Returns content that repeats one piece up to a size. It needs no more memory than the piece. */
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

/** Returns a slice of other content. */
export function slicedContent(content: Content, from: number, to: number): Content {
  return { size: to - from, read: (start = 0, end = to - from) => content.read(from + start, from + end) };
}

/** Reads all chunks into one array; for small content only. */
export async function readAll(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  return joinBytes(await Array.fromAsync(chunks));
}

/** Concatenates arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * Converts chunks to the stream of a reply's body. It reads nothing ahead, because the body of a HEAD reply is neither
 * read nor cancelled.
 */
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
