// HTTP Live Streaming (RFC 8216). MP3 is sent as bare frames, like SoundCloud's, without the timestamp that the RFC
// requires: players use the durations in the playlist, and ffmpeg fails on such timestamps between segments. AAC is
// sent as fragmented MP4, and the playlist names its initialisation segment.
import type { Codec, Timeline } from "./rendition.ts";
import { SEGMENT_SECONDS } from "./segments.ts";

export const INIT_SEGMENT = "init.mp4";
export const SEGMENT_ENDINGS: Readonly<Record<Codec, string>> = { mp3: "mp3", aac: "m4s" };

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
