// AAC in fragmented MP4 (ISO/IEC 14496-12 and 14496-14, constrained by CMAF), as in SoundCloud's HLS. An
// initialisation segment configures the decoder; each media segment has a run of frames and its position.
import { AAC_FRAME_SAMPLES, type AacFormat, ADTS_RATES } from "./adts.ts";
import { joinBytes } from "../base/content.ts";

const TRACK_ID = 1;
const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/** A stream and its nominal bit rate, which players show; they read the real sizes from the frames. */
export interface StreamFormat extends AacFormat {
  readonly bitrate: number;
}

export function initSegment(format: StreamFormat): Uint8Array<ArrayBuffer> {
  const defaults = full("trex", 0, 0, u32(TRACK_ID, 1, AAC_FRAME_SAMPLES, 0, 0));
  return joinBytes([
    box("ftyp", ascii("iso6"), u32(0), ascii("iso6cmfcmp41")),
    box("moov", movieHeader(format), box("trak", trackHeader(), mediaBox(format)), box("mvex", defaults)),
  ]);
}

function movieHeader({ sampleRate }: AacFormat): Uint8Array {
  const times = u32(0, 0, sampleRate, 0);
  return full("mvhd", 0, 0, times, u32(0x10000), u16(0x100, 0), u32(0, 0, ...IDENTITY_MATRIX), zeros(24), u32(2));
}

function trackHeader(): Uint8Array {
  const times = u32(0, 0, TRACK_ID, 0, 0);
  return full("tkhd", 0, 3, times, u32(0, 0), u16(0, 0, 0x100, 0), u32(...IDENTITY_MATRIX, 0, 0));
}

function mediaBox(format: StreamFormat): Uint8Array {
  const data = box("dinf", full("dref", 0, 0, u32(1), full("url ", 0, 1)));
  return box(
    "mdia",
    full("mdhd", 0, 0, u32(0, 0, format.sampleRate, 0), u16(0x55c4, 0)),
    full("hdlr", 0, 0, u32(0), ascii("soun"), zeros(12), ascii("sound\0")),
    box("minf", full("smhd", 0, 0, u32(0)), data, sampleTable(format)),
  );
}

/** Creates a media segment of raw AAC frames; `startSamples` is the number of samples before it. */
export function mediaSegment(
  frames: readonly Uint8Array[],
  number: number,
  startSamples: number,
): Uint8Array<ArrayBuffer> {
  const sizes = u32(...frames.map((frame) => frame.length));
  const fragment = (dataOffset: number) =>
    box(
      "moof",
      full("mfhd", 0, 0, u32(number + 1)),
      box(
        "traf",
        full("tfhd", 0, 0x02_00_08, u32(TRACK_ID, AAC_FRAME_SAMPLES)),
        full("tfdt", 1, 0, u64(startSamples)),
        full("trun", 0, 0x02_01, u32(frames.length, dataOffset), sizes),
      ),
    );
  const dataOffset = fragment(0).length + 8;
  return joinBytes([
    box("styp", ascii("msdh"), u32(0), ascii("msdhcmfs")),
    fragment(dataOffset),
    box("mdat", ...frames),
  ]);
}

/** Returns the sample table, which only configures the decoder; each segment has the positions of its frames. */
function sampleTable(format: StreamFormat): Uint8Array {
  const entry = box(
    "mp4a",
    zeros(6),
    u16(1),
    zeros(8),
    u16(format.channels, 16, 0, 0),
    u32(format.sampleRate * 0x10000),
    full("esds", 0, 0, elementaryStream(format)),
  );
  return box(
    "stbl",
    full("stsd", 0, 0, u32(1), entry),
    full("stts", 0, 0, u32(0)),
    full("stsc", 0, 0, u32(0)),
    full("stsz", 0, 0, u32(0, 0)),
    full("stco", 0, 0, u32(0)),
  );
}

/** ISO/IEC 14496-1 7.2.6: stream, decoder (MPEG-4 audio), decoder configuration and sync layer. */
function elementaryStream({ sampleRate, channels, bitrate }: StreamFormat): Uint8Array {
  const LOW_COMPLEXITY = 2;
  const config = LOW_COMPLEXITY << 11 | ADTS_RATES.indexOf(sampleRate) << 7 | channels << 3;
  const specific = descriptor(5, u16(config));
  const decoder = descriptor(4, Uint8Array.of(0x40, 0x15, 0, 0, 0), u32(bitrate, bitrate), specific);
  return descriptor(3, u16(TRACK_ID), zeros(1), decoder, descriptor(6, Uint8Array.of(2)));
}

function descriptor(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = joinBytes(parts);
  return joinBytes([Uint8Array.of(tag, body.length), body]);
}

function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return joinBytes([u32(size), ascii(type), ...parts]);
}

function full(type: string, version: number, flags: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return box(type, u32(version * 0x1000000 + flags), ...parts);
}

function u16(...values: number[]): Uint8Array {
  return write(values, 2, (view, at, value) => view.setUint16(at, value));
}

function u32(...values: number[]): Uint8Array {
  return write(values, 4, (view, at, value) => view.setUint32(at, value));
}

function u64(...values: number[]): Uint8Array {
  return write(values, 8, (view, at, value) => view.setBigUint64(at, BigInt(value)));
}

function write(
  values: readonly number[],
  width: number,
  set: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  const bytes = new Uint8Array(values.length * width);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) set(view, index * width, value);
  return bytes;
}

function zeros(length: number): Uint8Array {
  return new Uint8Array(length);
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
