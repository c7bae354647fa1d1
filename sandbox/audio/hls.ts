/**
 * HTTP live streaming of packed audio (RFC 8216): the playlist, and the time stamp that each segment begins with.
 *
 * @module
 */
import { SEGMENT_SECONDS, type SegmentIndex } from "./segments.ts";

const OWNER = "com.apple.streaming.transportStreamTimestamp";
const CLOCK_HZ = 90_000;

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

/**
 * The ID3 tag before a segment of packed audio: when its first sample plays, on a clock of 90 kHz (RFC 8216 3.4).
 *
 * @param seconds Seconds of the stream before the segment.
 */
export function timestampTag(seconds: number): Uint8Array {
  const tag = new Uint8Array(10 + 10 + OWNER.length + 1 + 8);
  const view = new DataView(tag.buffer);
  tag.set(new TextEncoder().encode("ID3\x04"));
  view.setUint8(9, tag.length - 10);
  tag.set(new TextEncoder().encode("PRIV"), 10);
  view.setUint8(17, tag.length - 20);
  tag.set(new TextEncoder().encode(OWNER), 20);
  view.setBigUint64(tag.length - 8, BigInt(Math.round(seconds * CLOCK_HZ)));
  return tag;
}
