import { assertEquals } from "@std/assert";
import { initSegment, mediaSegment } from "../../../sandbox/audio/fmp4.ts";

/** Container boxes, and the number of bytes before their first child. */
const CONTAINERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ["moov", "trak", "mdia", "minf", "dinf", "stbl", "mvex", "moof", "traf"].map((type) => [type, 0]),
  ),
  dref: 8,
  stsd: 8,
  mp4a: 28,
};

/** Returns each box of a file: its path, and its own bytes in hexadecimal. */
function boxes(bytes: Uint8Array, path = ""): string[] {
  const found: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const size = view.getUint32(at);
    const type = new TextDecoder().decode(bytes.subarray(at + 4, at + 8));
    const own = CONTAINERS[type] ?? size - 8;
    found.push(`${path}${type} ${bytes.subarray(at + 8, at + 8 + own).toHex()}`.trimEnd());
    if (type in CONTAINERS) found.push(...boxes(bytes.subarray(at + 8 + own, at + size), `${path}${type}/`));
    at += size;
  }
  return found;
}

Deno.test("initSegment(): each box holds what ISO/IEC 14496-12 and 14496-14 ask of it", () => {
  assertEquals(boxes(initSegment({ sampleRate: 44_100, channels: 2, bitrate: 160_000 })), [
    "ftyp 69736f360000000069736f36636d66636d703431",
    "moov",
    "moov/mvhd 0000000000000000000000000000ac44000000000001000001000000000000000000000000010000000000000000000000000000000100000000000000000000000000004000000000000000000000000000000000000000000000000000000000000002",
    "moov/trak",
    "moov/trak/tkhd 000000030000000000000000000000010000000000000000000000000000000000000000010000000001000000000000000000000000000000010000000000000000000000000000400000000000000000000000",
    "moov/trak/mdia",
    "moov/trak/mdia/mdhd 0000000000000000000000000000ac440000000055c40000",
    "moov/trak/mdia/hdlr 0000000000000000736f756e000000000000000000000000736f756e6400",
    "moov/trak/mdia/minf",
    "moov/trak/mdia/minf/smhd 0000000000000000",
    "moov/trak/mdia/minf/dinf",
    "moov/trak/mdia/minf/dinf/dref 0000000000000001",
    "moov/trak/mdia/minf/dinf/dref/url  00000001",
    "moov/trak/mdia/minf/stbl",
    "moov/trak/mdia/minf/stbl/stsd 0000000000000001",
    "moov/trak/mdia/minf/stbl/stsd/mp4a 000000000000000100000000000000000002001000000000ac440000",
    "moov/trak/mdia/minf/stbl/stsd/mp4a/esds 00000000031900010004114015000000000271000002710005021210060102",
    "moov/trak/mdia/minf/stbl/stts 0000000000000000",
    "moov/trak/mdia/minf/stbl/stsc 0000000000000000",
    "moov/trak/mdia/minf/stbl/stsz 000000000000000000000000",
    "moov/trak/mdia/minf/stbl/stco 0000000000000000",
    "moov/mvex",
    "moov/mvex/trex 000000000000000100000001000004000000000000000000",
  ]);
});

Deno.test("mediaSegment(): it tells its number, its time, and each frame's size and place", () => {
  const frames = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)];
  assertEquals(boxes(mediaSegment(frames, 4, 5_000_000_000)), [
    "styp 6d736468000000006d736468636d6673",
    "moof",
    "moof/mfhd 0000000000000005",
    "moof/traf",
    "moof/traf/tfhd 000200080000000100000400",
    "moof/traf/tfdt 01000000000000012a05f200",
    "moof/traf/trun 00000201000000020000006c0000000300000002",
    "mdat 0102030405",
  ]);
});
