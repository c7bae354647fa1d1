import { assert, assertEquals } from "@std/assert";
import { writePlaylist } from "../../../sandbox/audio/hls.ts";
import { SegmentBuilder } from "../../../sandbox/audio/segments.ts";

const FRAME = { size: 400, samples: 1152, sampleRate: 44_100, channels: 1 };

function indexOf(frames: number): ReturnType<SegmentBuilder["build"]> {
  const builder = new SegmentBuilder();
  for (let i = 0; i < frames; i++) builder.add(i * FRAME.size, FRAME);
  return builder.build();
}

Deno.test("a playlist lists every segment with its length, and ends", () => {
  const playlist = writePlaylist(indexOf(400), (number) => `https://media.test/${number}.mp3?expires=1`);
  assertEquals(playlist.split("\n"), [
    "#EXTM3U",
    "#EXT-X-VERSION:3",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-TARGETDURATION:10",
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXTINF:9.978776,",
    "https://media.test/0.mp3?expires=1",
    "#EXTINF:0.470204,",
    "https://media.test/1.mp3?expires=1",
    "#EXT-X-ENDLIST",
    "",
  ]);
});

Deno.test("no segment is longer than the target duration", () => {
  for (const [, seconds] of writePlaylist(indexOf(5000), String).matchAll(/#EXTINF:(.*),/g)) {
    assert(Number(seconds) <= 10);
  }
});
