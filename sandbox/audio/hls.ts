/**
 * HTTP live streaming (RFC 8216). MP3 is sent as bare frames, as the service does, without the time stamp that the RFC
 * requires: players use the lengths in the playlist, and ffmpeg fails on such stamps between segments. AAC is sent as
 * fragmented MP4, whose initialisation segment the playlist names.
 *
 * @module
 */
import type { Codec, Timeline } from "./rendition.ts";
import { SEGMENT_SECONDS } from "./segments.ts";

/** Name of the initialisation segment. */
export const INIT_SEGMENT = "init.mp4";
/** How the names of segments end. */
export const SEGMENT_ENDINGS: Readonly<Record<Codec, string>> = { mp3: "mp3", aac: "m4s" };

/**
 * Writes a playlist of a whole stream.
 *
 * @param codec The codec of the stream.
 * @param timeline Where it is cut.
 * @param urlOf The address of a file beside the playlist.
 */
export function writePlaylist(codec: Codec, timeline: Timeline, urlOf: (file: string) => string): string {
  const isMp4 = codec === "aac";
  return [
    "#EXTM3U",
    `#EXT-X-VERSION:${isMp4 ? 7 : 3}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    ...isMp4 ? ["#EXT-X-INDEPENDENT-SEGMENTS", `#EXT-X-MAP:URI="${urlOf(INIT_SEGMENT)}"`] : [],
    ...timeline.segments.flatMap((samples, number) => [
      `#EXTINF:${(samples / timeline.sampleRate).toFixed(6)},`,
      urlOf(`${number}.${SEGMENT_ENDINGS[codec]}`),
    ]),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}
