// Extracts the AAC of an MP4 file (`.m4a`) without decoding it. The file's tables locate the frames, and may be
// anywhere in the file.
import { AAC_FRAME_SAMPLES, type AacFormat, ADTS_HEADER_BYTES, ADTS_RATES, writeAdtsHeader } from "./adts.ts";
import { type Content, readAll } from "../base/content.ts";
import type { FrameHeader } from "./frames.ts";

/** Maximum size of the tables; those of a day of sound are smaller. */
const MOST_TABLE_BYTES = 64 * 1024 * 1024;
const STEP_BYTES = 256 * 1024;
const LOW_COMPLEXITY = "mp4a.40.2";

interface Track {
  readonly format: AacFormat;
  readonly places: readonly { readonly offset: number; readonly size: number }[];
}

export interface AacOutline extends Pick<FrameHeader, "samples" | "sampleRate"> {
  readonly frames: number;
}

/** Extracts the AAC of an MP4 file, each frame with an ADTS header; undefined if it has no AAC-LC. */
export async function readMp4Aac(content: Content): Promise<Content | undefined> {
  const found = await findTrack(content, true);
  return found && framesContent(content, { format: found.format, places: found.file.getTrackSamplesInfo(found.id) });
}

/** Reads the number and length of an MP4 file's AAC frames; undefined if it has no AAC-LC. */
export async function readAacOutline(content: Content): Promise<AacOutline | undefined> {
  const found = await findTrack(content, false);
  const frames = found?.file.getTrackById(found.id).mdia.minf.stbl.stsz.sample_sizes.length;
  return found && { frames: frames ?? 0, samples: AAC_FRAME_SAMPLES, sampleRate: found.format.sampleRate };
}

/** @param locates Whether to locate every frame, which takes seconds for a sound of hours. */
async function findTrack(content: Content, locates: boolean) {
  const { createFile, MP4BoxBuffer } = await import("mp4box");
  const file = createFile(false);
  file.sampleListBuilt = !locates;
  let isReady = false;
  file.onReady = () => isReady = true;
  let read = 0;
  try {
    for (let [at, before] = [0, -1]; !isReady && before < at && at < content.size && read < MOST_TABLE_BYTES;) {
      const bytes = await readAll(content.read(at, Math.min(at + STEP_BYTES, content.size)));
      read += bytes.length;
      // Skips the bytes between tables; the next position may be far beyond these bytes.
      [before, at] = [at, file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(bytes.buffer, at))];
    }
  } catch {
    // The library throws many kinds of errors for damaged tables.
    return undefined;
  }
  const track = isReady ? file.getInfo().audioTracks.find(({ codec }) => codec === LOW_COMPLEXITY) : undefined;
  const { sample_rate: sampleRate = 0, channel_count: channels = 0 } = track?.audio ?? {};
  if (!track || !ADTS_RATES.includes(sampleRate)) return undefined;
  return { file, id: track.id, format: { sampleRate, channels } };
}

function framesContent(content: Content, { format, places }: Track): Content {
  const starts = new Float64Array(places.length + 1);
  for (const [index, { size }] of places.entries()) starts[index + 1] = starts[index]! + ADTS_HEADER_BYTES + size;
  const size = starts[places.length]!;
  return {
    size,
    async *read(start = 0, end = size) {
      for (let index = frameAt(starts, start); index < places.length && starts[index]! < end; index++) {
        const { offset, size } = places[index]!;
        const raw = await readAll(content.read(offset, offset + size));
        const frame = await readAll([writeAdtsHeader(format, size), raw]);
        yield frame.subarray(Math.max(0, start - starts[index]!), end - starts[index]!);
      }
    },
  };
}

/** Finds the frame at a position by binary search. */
function frameAt(starts: Float64Array, position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle + 1]! <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
