import type { UploadProgress, UploadTrackParams } from "../types/track.ts";
import { asText } from "../formats/query.ts";
import { notify } from "./callbacks.ts";
import type { BodyWatch, StreamedBody } from "./call.ts";

/** The source of a file's bytes. */
export type FileSource = UploadTrackParams["asset_data"];

/** A file of a form. */
export interface FilePart {
  readonly source: FileSource;
  /** Any name; it's sent as ASCII, without folders, with at most 255 characters. */
  readonly filename: string;
  /** Media type. Default: the one of the blob, else `application/octet-stream`. */
  readonly type?: string | undefined;
}

/** A form by field names. A field that is `undefined` isn't sent. */
export type FormFields = Readonly<Record<string, string | number | boolean | FilePart | undefined>>;

const CHUNK = 65_536;

/**
 * Builds a `multipart/form-data` body of exact length.
 *
 * @param fields The fields, in the order in which they are sent.
 * @param onProgress Called for each chunk that is sent; a retry starts again from 0.
 * @throws {TypeError} If a field is a list or another object that is no file.
 */
export function multipart(fields: FormFields, onProgress?: (progress: UploadProgress) => void): StreamedBody {
  const encoder = new TextEncoder();
  const boundary = crypto.randomUUID();
  const pieces: FileSource[] = [];
  let text = "";
  for (const [name, value] of Object.entries(fields)) {
    if (value == null) continue;
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, encodeURIComponent)}"`;
    if (typeof value === "object" && "source" in value) {
      pieces.push(encoder.encode(text + fileHead(value)), value.source);
      text = "\r\n";
    } else text += `\r\n\r\n${asText(name, value)}\r\n`;
  }
  pieces.push(encoder.encode(`${text}--${boundary}--\r\n`));
  const size = pieces.reduce((sum, piece) => sum + byteLength(piece), 0);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    size,
    repeatable: !pieces.some((piece) => "stream" in piece && typeof piece.stream === "object"),
    open: (watch) => {
      const body = sized(() => readable(pieces.values(), size, onProgress, watch), size, pieces);
      // Not read here: a browser's blob of blobs.
      if (!(body instanceof Blob) || Object.hasOwn(body, "stream")) watch?.onPiece();
      return body;
    },
  };
}

/** Measures a file. */
export function byteLength(source: FileSource): number {
  return "stream" in source ? source.size : source.byteLength;
}

/** SoundCloud has answered 500 to names that aren't ASCII, and 422 to those of more than 255 characters. */
function fileHead({ source, filename, type }: FilePart): string {
  const base = filename.replace(/^.*[/\\]/s, "").normalize("NFKD");
  const ascii = base.replace(/[\u0300-\u036f]/g, "").replace(/[^ -~]|"/gu, "_");
  const name = ascii.length > 255 ? ascii.slice(0, 200) + ascii.slice(-55) : ascii || "file";
  const media = type || ("type" in source && source.type) || "application/octet-stream";
  return `; filename="${name}"\r\nContent-Type: ${media.replace(/[^ -~]/g, "")}\r\n\r\n`;
}

/**
 * Creates a body that is sent with its length rather than in chunks.
 *
 * Node and Bun believe a `Content-Length` header next to a stream; Deno drops it and sends chunks. Deno and Node read
 * any blob through its `size` and `stream()`, even if these were replaced; Bun and browsers use the blob's internal
 * data, which is empty. So: a blob where its replaced members are read, which `Response` shows without a request, else
 * the stream.
 *
 * Browsers are the only platform that forbids the header, and they send streams over HTTP/2 at most: there the form is
 * a blob of blobs.
 */
function sized(stream: () => ReadableStream<Uint8Array>, size: number, pieces: FileSource[]): BodyInit {
  let isRead = false;
  const get = () => {
    isRead = true;
    return 0;
  };
  new Response(Object.defineProperty(new Blob(), "size", { get }));
  if (isRead) return Object.defineProperties(new Blob(), { size: { value: size }, stream: { value: stream } });
  const { headers } = new Request("http://a", { headers: { "Content-Length": "0" } });
  // Blobs and bytes can be sliced; streams cannot.
  const isPlain = (piece: FileSource): piece is Blob | Uint8Array<ArrayBuffer> => "slice" in piece;
  return headers.has("Content-Length") || !pieces.every(isPlain) ? stream() : new Blob(pieces);
}

/** The pieces in order. A generator would be simpler, but a tenth slower for large uploads. */
function readable(
  pieces: Iterator<FileSource>,
  totalBytes: number,
  onProgress: ((progress: UploadProgress) => void) | undefined,
  watch: BodyWatch | undefined,
): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  let isClosed = false;
  const reader = pieceReader(pieces);
  const close = () => {
    isClosed = true;
    return reader.cancel();
  };
  watch?.signal.addEventListener("abort", () => close().catch(() => {}));
  return new ReadableStream({
    async pull(controller) {
      try {
        const piece = await reader.read();
        if (isClosed) return;
        if (!piece) {
          watch?.onEnd();
          return controller.close();
        }
        watch?.onPiece();
        sentBytes += piece.byteLength;
        if (onProgress) notify(onProgress, { sentBytes, totalBytes });
        controller.enqueue(piece);
      } catch (error) {
        if (isClosed) return;
        watch?.onError(error);
        throw error;
      }
    },
    cancel: close,
  }, { highWaterMark: 0 });
}

/** Reads the chunks of files, and checks that each file has the given size. */
function pieceReader(pieces: Iterator<FileSource>) {
  let [readBytes, end] = [0, 0];
  let chunks: Iterator<Uint8Array> | AsyncIterator<Uint8Array> = [].values();
  return {
    async read(): Promise<Uint8Array | undefined> {
      for (;;) {
        const { done, value } = await chunks.next();
        if (!done) readBytes += lengthOf(value);
        if (done ? readBytes < end : readBytes > end) {
          await chunks.return?.();
          throw new RangeError("Cannot upload the file: its size differs from the one given");
        }
        if (!done) return value;
        const next = pieces.next();
        if (next.done) return;
        end += byteLength(next.value);
        chunks = chunksOf(next.value);
      }
    },
    async cancel(): Promise<void> {
      await chunks.return?.();
    },
  };
}

function lengthOf(chunk: unknown): number {
  if (ArrayBuffer.isView(chunk)) return chunk.byteLength;
  throw new TypeError("Cannot upload the file: each chunk of its stream must be a Uint8Array");
}

function chunksOf(source: FileSource): Iterator<Uint8Array> | AsyncIterator<Uint8Array> {
  if (!("stream" in source)) return slices("buffer" in source ? source : new Uint8Array(source));
  const stream = typeof source.stream === "function" ? source.stream() : source.stream;
  if (!("getReader" in stream)) return stream[Symbol.asyncIterator]();
  // Its iterator would close it only after the read that is under way.
  const reader = stream.getReader();
  const close = () => reader.cancel().then(() => ({ done: true, value: undefined }) as const);
  return { next: () => reader.read() as Promise<IteratorResult<Uint8Array>>, return: close };
}

/** Slices bytes, because a blob would copy them. */
function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/**
 * Builds the form of a resource, with fields named `track[title]` and so on.
 *
 * @throws {TypeError} When the artwork isn't such an image.
 */
export async function form(
  root: "track" | "playlist",
  fields: FormFields,
  artwork: Blob | undefined,
  onProgress?: (progress: UploadProgress) => void,
): Promise<StreamedBody> {
  const all: FormFields = { ...fields, artwork_data: artwork && await image(artwork) };
  const named = Object.entries(all).map(([name, value]) => [`${root}[${name}]`, value]);
  return multipart(Object.fromEntries(named), onProgress);
}

/** Determines the type of an image from its first bytes if it has none. */
async function image(source: Blob): Promise<FilePart> {
  const [a = 0, b = 0] = new Uint8Array(await source.slice?.(0, 2).arrayBuffer?.());
  const known: Record<number, string> = { 0xffd8: "jpeg", 0x8950: "png", 0x4749: "gif" };
  const type = source.type || `image/${known[a * 256 + b]}`;
  const extension = /^image\/(jpe?g|png|gif)$/.exec(type)?.[1];
  if (!extension) throw new TypeError("Cannot use the artwork: not a Blob with a JPEG, PNG or GIF image");
  return { source, filename: `artwork.${extension}`, type };
}
