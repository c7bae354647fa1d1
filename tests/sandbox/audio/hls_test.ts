import { assert, assertEquals } from "@std/assert";
import { timestampTag, writePlaylist } from "../../../sandbox/audio/hls.ts";
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

Deno.test("a time stamp is an ID3 tag of its own stated size", () => {
  const tag = timestampTag(10);
  const text = new TextDecoder("latin1").decode(tag);
  assertEquals([text.slice(0, 4), text.slice(10, 14)], ["ID3\x04", "PRIV"]);
  assertEquals(text.slice(20, -8), "com.apple.streaming.transportStreamTimestamp\0");
  assertEquals(tag[9], tag.length - 10);
  assertEquals(tag[17], tag.length - 20);
  assertEquals(new DataView(tag.buffer).getBigUint64(tag.length - 8), 900_000n);
});
