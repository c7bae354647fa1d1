/** Bytes of a known length, read in chunks. */
export interface Content {
  readonly size: number;
  /** The file that holds exactly these bytes, if there is one. */
  readonly path?: string;
  /** Reads the bytes from `start` up to, but not including, `end`. Default: all bytes. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

export function memoryContent(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    async *read(start = 0, end = bytes.length) {
      if (start < end) yield bytes.subarray(start, end);
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

export function slicedContent(content: Content, from: number, to: number): Content {
  return { size: to - from, read: (start = 0, end = to - from) => content.read(from + start, from + end) };
}

/** Reads all chunks into one array; for small content only. */
export async function readAll(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return joinBytes(parts);
}

/** @param refusal Creates the error for more than `most` bytes, of which the rest isn't read. */
export async function readText(request: Request, most: number, refusal: () => Error): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of chunksOf(bodyOf(request))) {
    bytes += chunk.length;
    if (bytes > most) throw refusal();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Yields the chunks of a stream. Not every runtime can iterate over one. */
export async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader();
  if (reader === undefined) return;
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (value === undefined) return;
      yield value;
    }
  } catch (error) {
    isOver = true;
    throw error;
  } finally {
    if (!isOver) await reader.cancel();
  }
}

/** Checks whether a body can't be had as a stream: Firefox has no `Request.body`. */
export function isBodyHidden({ body, method }: Request): boolean {
  return body === undefined && method !== "GET" && method !== "HEAD";
}

/** Returns the body of a request. A hidden one is read when the stream is. */
export function bodyOf(request: Request): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  if (!isBodyHidden(request)) return request.body ?? null;
  return toStream({
    async *[Symbol.asyncIterator]() {
      yield new Uint8Array(await request.arrayBuffer());
    },
  });
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** It reads nothing ahead, because the body of a HEAD response is neither read nor cancelled. */
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
