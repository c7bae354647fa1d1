/**
 * HTTP live streaming (RFC 8216). Segments are bare frames, as the service's are, without the time stamp that the RFC
 * asks for: players take the lengths in the playlist, and ffmpeg stumbles over such stamps between segments.
 *
 * @module
 */
import { SEGMENT_SECONDS, type SegmentIndex } from "./segments.ts";

/**
 * Writes a playlist of a whole stream.
 *
 * @param index Where the stream is cut.
 * @param segmentUrl The address of the segment with a number.
 */
export function writePlaylist(index: SegmentIndex, segmentUrl: (number: number) => string): string {
  const lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-PLAYLIST-TYPE:VOD", `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`];
  lines.push("#EXT-X-MEDIA-SEQUENCE:0");
  for (const [number, { samples }] of index.segments.entries()) {
    lines.push(`#EXTINF:${(samples / index.sampleRate).toFixed(6)},`, segmentUrl(number));
  }
  return [...lines, "#EXT-X-ENDLIST", ""].join("\n");
}
