/**
 * Compressed sound that can be served: whole, cut into segments, or its beginning.
 *
 * @module
 */
import { ADTS } from "./adts.ts";
import { type Content, slicedContent } from "./content.ts";
import { MP3 } from "./mp3.ts";
import { firstSegments, indexFrames, type SegmentIndex } from "./segments.ts";

/** What sound is streamed as. */
export type Codec = "mp3" | "aac";

/** Compressed sound and where it can be cut. */
export interface Rendition {
  /** What it is. */
  readonly codec: Codec;
  /** Its bytes, from the first frame to the last. */
  readonly content: Content;
  /** Its segments. */
  readonly index: SegmentIndex;
}

const PREVIEW_SEGMENTS = 3;

/** Finds the frames of compressed sound; what comes before the first and after the last one is left out. */
export async function renditionOf(content: Content, codec: Codec): Promise<Rendition> {
  const { segments, ...index } = await indexFrames(content.read(), codec === "mp3" ? MP3 : ADTS);
  const start = segments[0]?.start ?? 0;
  const moved = segments.map((segment) => ({ ...segment, start: segment.start - start, end: segment.end - start }));
  return {
    codec,
    content: slicedContent(content, start, segments.at(-1)?.end ?? start),
    index: { ...index, segments: moved },
  };
}

/** The first thirty seconds. */
export function previewOf({ codec, content, index }: Rendition): Rendition {
  const beginning = firstSegments(index, PREVIEW_SEGMENTS);
  return { codec, content: slicedContent(content, 0, beginning.segments.at(-1)?.end ?? 0), index: beginning };
}

/** The frames of a segment; undefined when there is none of that number. */
export function segmentOf({ content, index }: Rendition, number: number): Content | undefined {
  const segment = index.segments[number];
  return segment && slicedContent(content, segment.start, segment.end);
}
