// Reads the number and length of an MP4 file's AAC frames without reading the table of every frame.
import { AAC_FRAME_SAMPLES, ADTS_RATES } from "./adts.ts";
import { type Content, readAll } from "../base/content.ts";
import type { FrameHeader } from "./frames.ts";

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export interface AacOutline extends Pick<FrameHeader, "samples" | "sampleRate"> {
  readonly frames: number;
}

const HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;
const LOW_COMPLEXITY = 2;
/** Bytes before the first entry of a sample description, and before the boxes of an audio entry. */
const DESCRIPTION_BYTES = 8;
const ENTRY_BYTES = 36;
const MOST_DESCRIPTION_BYTES = 4096;
/** Bytes before the sizes of the frames: a version, a common size, and the number of frames. */
const SIZES_BYTES = 12;

/** Reads the outline of a file; undefined if it contains no AAC-LC. */
export async function readAacOutline(content: Content): Promise<AacOutline | undefined> {
  const moov = await find(content, { type: "", start: 0, end: content.size }, "moov");
  if (moov === undefined) return undefined;
  for await (const track of boxesIn(content, moov)) {
    const outline = track.type === "trak" ? await outlineOf(content, track) : undefined;
    if (outline) return outline;
  }
  return undefined;
}

async function outlineOf(content: Content, track: Box): Promise<AacOutline | undefined> {
  const table = await find(content, track, "mdia", "minf", "stbl");
  const [description, sizes] = table ? [await find(content, table, "stsd"), await find(content, table, "stsz")] : [];
  if (!description || !sizes) return undefined;
  const entry = await bytesOf(
    content,
    description.start,
    Math.min(description.end, description.start + MOST_DESCRIPTION_BYTES),
  );
  const sampleRate = sampleRateOf(entry);
  if (sampleRate === undefined) return undefined;
  const head = await bytesOf(content, sizes.start, Math.min(sizes.end, sizes.start + SIZES_BYTES));
  if (head.length < SIZES_BYTES) return undefined;
  // A frame has at least one byte, whatever the table claims.
  const frames = Math.min(new DataView(head.buffer).getUint32(SIZES_BYTES - 4), content.size);
  return { frames, samples: AAC_FRAME_SAMPLES, sampleRate };
}

function sampleRateOf(bytes: Uint8Array<ArrayBuffer>): number | undefined {
  const text = new TextDecoder("latin1").decode(bytes);
  const place = text.indexOf("esds");
  if (text.slice(DESCRIPTION_BYTES + 4, DESCRIPTION_BYTES + 8) !== "mp4a" || place < DESCRIPTION_BYTES + ENTRY_BYTES) {
    return undefined;
  }
  const rate = new DataView(bytes.buffer).getUint16(DESCRIPTION_BYTES + ENTRY_BYTES - 4);
  const config = decoderConfig(bytes.subarray(place + 8));
  return config !== undefined && config >> 3 === LOW_COMPLEXITY && ADTS_RATES.includes(rate) ? rate : undefined;
}

/** Returns the first byte of the decoder configuration (ISO/IEC 14496-1 7.2.6): stream, decoder, configuration. */
function decoderConfig(bytes: Uint8Array): number | undefined {
  let at = 0;
  for (const [tag, inner] of [[3, 3], [4, 13], [5, 0]] as const) {
    if (bytes[at++] !== tag) return undefined;
    while ((bytes[at] ?? 0) & 0x80) at++;
    at += 1 + inner;
  }
  return bytes[at];
}

async function find(content: Content, within: Box, ...path: readonly string[]): Promise<Box | undefined> {
  const [type, ...rest] = path;
  if (type === undefined) return within;
  for await (const box of boxesIn(content, within)) {
    if (box.type === type) return await find(content, box, ...rest);
  }
  return undefined;
}

async function* boxesIn(content: Content, { start, end }: Box): AsyncGenerator<Box> {
  for (let at = start; at + HEADER_BYTES <= end;) {
    const head = await bytesOf(content, at, Math.min(at + LARGE_HEADER_BYTES, end));
    const view = new DataView(head.buffer);
    const isLarge = view.getUint32(0) === 1 && head.length === LARGE_HEADER_BYTES;
    const size = isLarge ? Number(view.getBigUint64(HEADER_BYTES)) : view.getUint32(0) || end - at;
    const type = String.fromCharCode(...head.subarray(4, HEADER_BYTES));
    if (size < HEADER_BYTES) return;
    yield { type, start: at + (isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES), end: Math.min(at + size, end) };
    at += size;
  }
}

async function bytesOf(content: Content, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return await readAll(content.read(start, end));
}
