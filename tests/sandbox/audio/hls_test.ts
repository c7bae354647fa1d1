import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { writePlaylist } from "../../../sandbox/audio/hls.ts";
import type { Timeline } from "../../../sandbox/audio/rendition.ts";
import { SegmentBuilder } from "../../../sandbox/audio/segments.ts";

const FRAME = { size: 400, samples: 1152, sampleRate: 44_100, channels: 1 };

function timelineOf(frames: number): Timeline {
  const builder = new SegmentBuilder();
  for (let i = 0; i < frames; i++) builder.add(i * FRAME.size, FRAME);
  const { sampleRate, segments } = builder.build();
  return { sampleRate, segments: segments.map(({ samples }) => samples) };
}

Deno.test("writePlaylist() lists every segment with its length and an end tag", () => {
  const playlist = writePlaylist("mp3", timelineOf(400), (file) => `https://media.test/${file}?expires=1`);
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

Deno.test("writePlaylist() for AAC has version 7 and names the initialisation segment first", () => {
  const playlist = writePlaylist("aac", timelineOf(400), (file) => file);
  assertStringIncludes(playlist, "#EXT-X-VERSION:7\n");
  assertStringIncludes(playlist, '#EXT-X-MAP:URI="init.mp4"\n#EXTINF:9.978776,\n0.m4s\n');
});

Deno.test("writePlaylist() has no segment longer than the target duration", () => {
  for (const [, seconds] of writePlaylist("mp3", timelineOf(5000), String).matchAll(/#EXTINF:(.*),/g)) {
    assert(Number(seconds) <= 10);
  }
});
